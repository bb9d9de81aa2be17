package dev.drover.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllocationTest {
  private static final int WARM_UP = 1_000;
  private static final int ROUNDS = 1_000;
  private static final int MAX_BEYOND_THE_LINE = 300;
  private static final int ARRAY_HEADER = 16;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void encodingAnEventAllocatesLittleMoreThanItsBytes() {
    var codec = new EventCodec();
    GoldenEvents.all()
        .forEach(
            (name, entry) -> {
              var entries = List.of(entry);
              int line = codec.encode(GoldenEvents.SESSION, entries).getFirst().length;
              for (int i = 0; i < WARM_UP; i++) {
                codec.encode(GoldenEvents.SESSION, entries);
              }
              long before = threads.getCurrentThreadAllocatedBytes();
              for (int i = 0; i < ROUNDS; i++) {
                codec.encode(GoldenEvents.SESSION, entries);
              }
              long each = (threads.getCurrentThreadAllocatedBytes() - before) / ROUNDS;
              assertThat(each - line - ARRAY_HEADER)
                  .as("bytes beside the line of %s", name)
                  .isLessThanOrEqualTo(MAX_BEYOND_THE_LINE);
            });
  }
}
