package dev.drover.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Event;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.Entry;
import dev.drover.spi.store.OwnerId;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class UnreadJournalTest {
  private static final SessionId SESSION = new SessionId("s-1");
  private static final Recorded CLEARED =
      new Recorded(1, Instant.EPOCH, new Event.HistoryCleared("ann"));

  private final AtomicInteger encoded = new AtomicInteger();

  @Test
  void whatNobodyReadsIsKeptAndNotEncoded() {
    try (var store = new MemoryStore()) {
      store.journal().append(opening(Entry.onDemand(CLEARED, this::encode)));
      assertThat(encoded).hasValue(0);
      var slice = store.journal().read(SESSION, 0, 10).orElseThrow();
      assertThat(encoded).hasValue(0);
      assertThat(slice.entries().getFirst().bytes()).hasToString(CLEARED.toString());
      assertThat(encoded).hasValue(1);
    }
  }

  private byte[] encode(Recorded event) {
    encoded.incrementAndGet();
    return Bytes.of(event.toString()).array();
  }

  private static Append opening(Entry event) {
    return new Append(
        SESSION,
        0,
        List.of(event),
        new OwnerId("p-1"),
        List.of(new Change.SessionOpened("clerk", "/work", Instant.EPOCH)),
        null);
  }
}
