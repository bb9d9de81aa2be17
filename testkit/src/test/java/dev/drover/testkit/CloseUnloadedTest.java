package dev.drover.testkit;

import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.SessionId;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.spi.store.Journal;
import dev.drover.testkit.Fakes.FakeModel;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A runtime is closed with many handles whose sessions are not in memory any more.
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
  void sessionsThatAreNotInMemoryAreNotReadToCloseThem() throws InterruptedException {
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
