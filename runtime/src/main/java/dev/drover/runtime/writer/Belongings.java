package dev.drover.runtime.writer;

import dev.drover.kernel.SessionId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What tools keep for a session from call to call: processes that go on, what was read. It stays
/// when an idle session is unloaded, and goes when the session is closed.
///
/// All methods may be called by any thread.
final class Belongings {
  private static final Logger LOG = LoggerFactory.getLogger(Belongings.class);

  private final ConcurrentHashMap<SessionId, Map<Class<?>, AutoCloseable>> all =
      new ConcurrentHashMap<>();

  <T extends AutoCloseable> T of(SessionId session, Class<T> type, Supplier<T> first) {
    var found = new Object[1];
    all.compute(
        session,
        (_, kept) -> {
          var mine = kept == null ? new LinkedHashMap<Class<?>, AutoCloseable>() : kept;
          found[0] =
              mine.computeIfAbsent(
                  type, _ -> Objects.requireNonNull(first.get(), "first returned null"));
          return mine;
        });
    return type.cast(found[0]);
  }

  void close(SessionId session) {
    var mine = all.remove(session);
    if (mine == null) {
      return;
    }
    for (var each : mine.values()) {
      try {
        each.close();
      } catch (Throwable broken) {
        LOG.warn("session {}: {} does not close", session, each.getClass().getName(), broken);
      }
    }
  }

  void closeAll() {
    all.keySet().forEach(this::close);
  }
}
