package dev.drover.internal.query;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Drover;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.problem.StoreFailed;
import dev.drover.query.SessionQueries;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.StoreWrapper;
import dev.drover.watch.Cursor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// An queries whose store has become unavailable.
@Tag("A9")
@Timeout(60)
final class ArchiveTroubleTest {
  private static final SessionId SESSION = new SessionId("s-1");
  private static final RunId RUN = new RunId("r-1");
  private static final BlobId BLOB = new BlobId("ab".repeat(32));

  private final AtomicBoolean away = new AtomicBoolean();
  private final MemoryStore store = new MemoryStore();

  private final StoreWrapper failing =
      new StoreWrapper(store) {
        @Override
        public Journal journal() {
          return leaving(Journal.class, store.journal());
        }

        @Override
        public Catalog catalog() {
          return leaving(Catalog.class, store.catalog());
        }

        @Override
        public Blobs blobs() {
          return leaving(Blobs.class, store.blobs());
        }
      };

  /// The same port, which fails once the store is unavailable.
  private <P> P leaving(Class<P> port, P inner) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (_, method, arguments) -> {
              if (away.get()) {
                throw new PortException(
                    new Problem("store_unavailable", "Away", "no connection", "Wait."), null);
              }
              try {
                return method.invoke(inner, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            }));
  }

  static Stream<Consumer<SessionQueries>> reads() {
    return Stream.of(
        SessionQueries::sessions,
        SessionQueries::unfinished,
        SessionQueries::approvals,
        queries -> queries.session(SESSION),
        queries -> queries.children(SESSION),
        queries -> queries.origin(SESSION),
        queries -> queries.forks(SESSION),
        queries -> queries.family(SESSION),
        queries -> queries.runs(SESSION),
        queries -> queries.run(RUN),
        queries -> queries.report(RUN),
        queries -> queries.outline(RUN),
        queries -> queries.diff(RUN, RUN),
        queries -> queries.ledger(SESSION),
        queries -> queries.page(Cursor.start(SESSION), 10),
        queries -> queries.events(Cursor.start(SESSION)).close(),
        queries -> queries.events(RUN).close(),
        queries -> queries.trace(Cursor.start(SESSION), 10),
        queries -> queries.content(BLOB),
        queries -> queries.read(new Text.Stored(BLOB, 100_000)));
  }

  @ParameterizedTest
  @MethodSource("reads")
  void everyReadOfAnUnavailableStoreFailsWithStoreFailed(Consumer<SessionQueries> read) {
    try (var drover = Drover.on(failing).build()) {
      var session =
          drover.agent("clerk").model(FakeModel.playing(says("yes"))).build().open(SESSION);
      assertThat(session.ask("hello").text()).isEqualTo("yes");
      away.set(true);
      try {
        assertThatThrownBy(() -> read.accept(drover.queries()))
            .isInstanceOfSatisfying(
                StoreFailed.class,
                failed -> assertThat(failed.problem().code()).isEqualTo("store_unavailable"));
      } finally {
        away.set(false);
      }
    }
  }
}
