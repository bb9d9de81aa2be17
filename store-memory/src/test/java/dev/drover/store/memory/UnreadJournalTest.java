package dev.drover.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases.OwnerId;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class UnreadJournalTest {
  private static final SessionId SESSION = new SessionId("s-1");
  private static final RecordedEvent CLEARED =
      new RecordedEvent(1, Instant.EPOCH, new Event.HistoryCleared("ann"));

  private final AtomicInteger encoded = new AtomicInteger();

  @Test
  void unreadEventsAreKeptUnencoded() {
    try (var store = new MemoryStore()) {
      store.journal().append(opening(Journal.Entry.onDemand(CLEARED, this::encode)));
      assertThat(encoded).hasValue(0);
      var slice = store.journal().read(SESSION, 0, 10).orElseThrow();
      assertThat(encoded).hasValue(0);
      assertThat(slice.entries().getFirst().bytes()).hasToString(CLEARED.toString());
      assertThat(encoded).hasValue(1);
    }
  }

  private byte[] encode(RecordedEvent event) {
    encoded.incrementAndGet();
    return Bytes.of(event.toString()).array();
  }

  private static Journal.Append opening(Journal.Entry event) {
    return new Journal.Append(
        SESSION,
        0,
        List.of(event),
        new OwnerId("p-1"),
        List.of(new Catalog.Change.SessionOpened("clerk", "/work", Instant.EPOCH)),
        null);
  }
}
