package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class VirtualTimeTest {
  private static final int THREADS = 4;
  private static final int STEPS = 20_000;

  private final VirtualTime time = new VirtualTime();

  @Test
  void concurrentAdvancesAddUp() throws InterruptedException {
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int step = 0; step < STEPS; step++) {
                      time.advance(Duration.ofMillis(1));
                    }
                  }));
    }
    for (var thread : threads) {
      thread.join();
    }
    assertThat(time.now()).isEqualTo(VirtualTime.START.plusMillis((long) THREADS * STEPS));
  }
}
