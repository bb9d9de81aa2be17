package dev.drover.runtime;

import dev.drover.kernel.SessionId;
import dev.drover.runtime.writer.Letter.Manner;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The open handles of a runtime: one for each session, so that whoever closes it closes it for
/// all. Held weakly: a handle that nobody has is not open any more, and leaves nothing behind.
///
/// All methods may be called by any thread.
final class Handles {
  private final ConcurrentHashMap<SessionId, Held> open = new ConcurrentHashMap<>();
  private final ReferenceQueue<Session> dropped = new ReferenceQueue<>();

  private static final class Held extends WeakReference<Session> {
    private final SessionId id;

    Held(Session session, ReferenceQueue<Session> queue) {
      super(session, queue);
      this.id = session.id();
    }
  }

  /// @param first is told of a handle that was not there before
  Session get(SessionId id, Supplier<Session> create, Consumer<Session> first) {
    clean();
    while (true) {
      var known = find(id);
      if (known != null && !known.isClosed()) {
        return known;
      }
      var fresh = create.get();
      var held = new Held(fresh, dropped);
      var winner =
          open.compute(id, (_, before) -> before == null || !isOpen(before) ? held : before);
      if (winner == held) {
        first.accept(fresh);
        return fresh;
      }
    }
  }

  private static boolean isOpen(Held held) {
    var session = held.get();
    return session != null && !session.isClosed();
  }

  @Nullable Session find(SessionId id) {
    var held = open.get(id);
    return held == null ? null : held.get();
  }

  List<SessionId> open() {
    clean();
    return open.values().stream().filter(Handles::isOpen).map(held -> held.id).toList();
  }

  void remove(Session session) {
    open.computeIfPresent(session.id(), (_, held) -> held.get() == session ? null : held);
  }

  /// Closes all handles, side by side.
  void closeAll(Manner manner) {
    var closers = new ArrayList<Thread>();
    for (var held : open.values()) {
      var session = held.get();
      if (session != null) {
        closers.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      switch (manner) {
                        case CLOSE -> session.close();
                        case DISCONNECT -> session.disconnect();
                      }
                    }));
      }
    }
    closers.forEach(Calmly::join);
  }

  private void clean() {
    for (var gone = dropped.poll(); gone != null; gone = dropped.poll()) {
      if (gone instanceof Held held) {
        open.remove(held.id, held);
      }
    }
  }
}
