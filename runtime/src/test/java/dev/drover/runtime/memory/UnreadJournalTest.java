package dev.drover.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;

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

  private final AtomicInteger encoded = new AtomicInteger();

  @Test
  void whatNobodyReadsIsKeptAndNotEncoded() {
    try (var store = new MemoryStore()) {
      store.journal().append(opening(Entry.onDemand(1, "opened", this::encode)));
      assertThat(encoded).hasValue(0);
      var slice = store.journal().read(SESSION, 0, 10).orElseThrow();
      assertThat(encoded).hasValue(0);
      assertThat(slice.entries().getFirst().bytes()).hasToString("opened");
      assertThat(encoded).hasValue(1);
    }
  }

  private byte[] encode(String body) {
    encoded.incrementAndGet();
    return Bytes.of(body).array();
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
