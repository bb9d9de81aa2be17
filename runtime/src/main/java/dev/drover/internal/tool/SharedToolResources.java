package dev.drover.internal.tool;

import dev.drover.kernel.value.SessionId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Objects that tools keep for a session between calls: running processes, files that were read.
/// They stay when an idle session is unloaded, and are closed with the session.
///
/// All methods may be called by any thread.
public final class SharedToolResources {
  private static final Logger LOG = LoggerFactory.getLogger(SharedToolResources.class);

  private final ConcurrentHashMap<SessionId, Map<Class<?>, AutoCloseable>> all =
      new ConcurrentHashMap<>();

  public <T extends AutoCloseable> T of(SessionId session, Class<T> type, Supplier<T> first) {
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

  public void close(SessionId session) {
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

  public void closeAll() {
    all.keySet().forEach(this::close);
  }
}
