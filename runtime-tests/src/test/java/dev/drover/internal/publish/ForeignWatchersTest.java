package dev.drover.internal.publish;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.EmbeddedServer;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.store.postgres.PostgresStore;
import dev.drover.testkit.InboxWrapper;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import dev.drover.testkit.VirtualTime;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventStream;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Watchers of sessions that another process drives, on a real server. A hint names the sessions
/// that were changed, so watchers of other sessions read nothing.
@Tag("I1")
@Tag("J9")
@Timeout(90)
final class ForeignWatchersTest {
  private static final int WATCHERS = 100;
  private static final int RUNS = 20;
  private static final SessionId BUSY = new SessionId("busy");
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static EmbeddedServer server;

  private final AtomicInteger quietReads = new AtomicInteger();
  private final AtomicInteger changedReads = new AtomicInteger();
  private final List<EventStream> streams = new ArrayList<>();

  @BeforeAll
  static void startServer() throws Exception {
    server = EmbeddedServer.start();
  }

  @AfterAll
  static void stopServer() throws Exception {
    server.close();
  }

  @AfterEach
  void closeStreams() {
    streams.forEach(EventStream::close);
  }

  private void count(SessionId session) {
    (session.equals(BUSY) ? changedReads : quietReads).incrementAndGet();
  }

  /// Counts what watchers and hints read.
  private final class CountingStore extends StoreWrapper {
    CountingStore(Store inner) {
      super(inner);
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public Optional<Slice> read(SessionId session, long after, int limit) {
          count(session);
          return super.read(session, after, limit);
        }
      };
    }

    @Override
    public Inbox inbox() {
      return new InboxWrapper(super.inbox()) {
        @Override
        public List<Item> waiting(SessionId session, int limit) {
          count(session);
          return super.waiting(session, limit);
        }
      };
    }
  }

  private static Session open(Drover drover, String session) {
    return drover
        .agent("clerk-" + session)
        .model(new FakeModel((_, _) -> says("hello")))
        .build()
        .open(new SessionId(session));
  }

  /// Reads all notices there are, and then waits for one that there is not.
  private static void read(EventStream stream) {
    while (stream.next(Duration.ofMillis(1)).isPresent()) {
      assertThat(stream.isAtEnd()).isFalse();
    }
  }

  @Test
  void quietWatchersReadNothingWhileAnotherProcessWrites() {
    var address = server.address("quiet");
    // On a clock that stands still it does not scan, and does not renew its lease.
    try (var watching =
            Drover.on(new CountingStore(PostgresStore.connect(address)))
                .time(new VirtualTime())
                .lease(Duration.ofHours(1))
                .build();
        var driving = Drover.on(PostgresStore.connect(address)).build()) {
      var busy = open(driving, BUSY.value());
      watching.agent("other").model(FakeModel.playing(says("hello"))).build().open();
      for (int i = 0; i < WATCHERS; i++) {
        open(driving, "quiet-" + i);
        streams.add(watching.queries().events(Cursor.start(new SessionId("quiet-" + i))));
      }
      var watched = watching.queries().events(Cursor.start(BUSY));
      streams.add(watched);
      streams.forEach(ForeignWatchersTest::read);
      quietReads.set(0);
      for (int i = 0; i < RUNS; i++) {
        busy.ask("hello");
        awaitEnd(watched);
      }
      streams.forEach(ForeignWatchersTest::read);
      assertThat(changedReads).hasPositiveValue();
      assertThat(quietReads).hasValue(0);
    }
  }

  private static void awaitEnd(EventStream stream) {
    while (true) {
      var notice = stream.next(PATIENCE);
      assertThat(notice).as("in time").isPresent();
      if (notice.get() instanceof Notice.Happened happened
          && happened.event() instanceof Event.RunFinished) {
        return;
      }
    }
  }
}
