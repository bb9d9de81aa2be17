package dev.drover.conformance;

import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Journal.Slice;
import dev.drover.spi.store.Store;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Common to the suites for stores: each test has an empty store in a folder of its own.
@Timeout(60)
public abstract class StoreConformance {
  static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123456789Z");
  static final SessionId SESSION = new SessionId("s-1");
  static final SessionId OTHER = new SessionId("s-2");
  static final RunId RUN = new RunId("r-1");
  static final int BOUND = 64;
  static final int ALL = 10_000;

  @TempDir private @Nullable Path folder;
  private @Nullable Store store;
  private final List<Store> more = new ArrayList<>();

  protected StoreConformance() {}

  /// Opens the store under test in this folder. Called once for every test, with an empty folder;
  /// [ReopenConformance] calls it again with the same folder after it has closed the store, and the
  /// suites for several stores while it is open.
  protected abstract Store open(Path folder);

  @BeforeEach
  void openStore() {
    reopen();
  }

  @AfterEach
  void closeStore() {
    more.forEach(Store::close);
    more.clear();
    if (store != null) {
      store.close();
    }
  }

  final Store store() {
    if (store == null) {
      throw new IllegalStateException("the store is opened before each test");
    }
    return store;
  }

  /// Closes the store, if one is open, and opens the store in the folder again.
  final void reopen() {
    closeStore();
    store = open(folder());
  }

  /// Opens the store in the folder once more, while it is open, as another process does.
  final Store openAnother() {
    var another = open(folder());
    more.add(another);
    return another;
  }

  private Path folder() {
    if (folder == null) {
      throw new IllegalStateException("JUnit makes the folder");
    }
    return folder;
  }

  final void append(AppendBuilder draft) {
    store().journal().append(draft.append());
  }

  final Optional<Slice> journal(SessionId session) {
    return store().journal().read(session, 0, ALL);
  }

  final Inbox.Receipt put(Inbox.Item item) {
    return store().inbox().put(item, BOUND);
  }

  /// A session with one event, `opened`.
  final void givenSession(SessionId session) {
    append(AppendBuilder.opening(session, "opened"));
  }

  /// A session with the events `e1`, `e2` … `en`.
  final void givenSession(SessionId session, int events) {
    append(
        AppendBuilder.opening(
            session,
            LongStream.rangeClosed(1, events).mapToObj(n -> "e" + n).toArray(String[]::new)));
  }

  static Journal.Entry entry(long seq, String body) {
    return new Journal.Entry(seq, Bytes.of(body));
  }

  static InputId input(String id) {
    return new InputId(id);
  }

  static Inbox.Item item(SessionId session, String id, String body) {
    return new Inbox.Item(session, input(id), Bytes.of(body), NOON);
  }
}
