package dev.drover.internal.handle;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Journal;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A runtime is closed with many handles whose sessions are no longer loaded.
@Tag("B5")
@Timeout(60)
final class CloseUnloadedTest {
  private static final int SESSIONS = 200;

  private final AtomicInteger reads = new AtomicInteger();

  private final class Counting extends StoreWrapper {
    Counting() {
      super(new MemoryStore());
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public Optional<Slice> read(SessionId session, long after, int limit) {
          reads.incrementAndGet();
          return super.read(session, after, limit);
        }
      };
    }
  }

  @Test
  void closingDoesNotReadUnloadedSessions() throws InterruptedException {
    var handles = new ArrayList<Session>();
    try (var drover = Drover.on(new Counting()).loadedSessions(1).build()) {
      var agent = drover.agent("clerk").model(FakeModel.playing(says("hello"))).build();
      for (int i = 0; i < SESSIONS; i++) {
        var session = agent.open();
        session.ask("hi");
        handles.add(session);
      }
      reads.set(0);
    }
    assertThat(reads).hasValueLessThan(SESSIONS / 10);
    assertThat(handles).hasSize(SESSIONS).allMatch(Session::isClosed);
  }
}
