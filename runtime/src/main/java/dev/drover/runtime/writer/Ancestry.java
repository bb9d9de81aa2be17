package dev.drover.runtime.writer;

import dev.drover.kernel.Origin;
import dev.drover.kernel.SessionId;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds out whom a session works for. That never changes, so what was read once is remembered, of
/// those that were asked for last.
///
/// Safe for use by any thread.
final class Ancestry {
  private static final int MOST = 1_024;

  private final Engine engine;

  // Guarded by itself.
  private final LinkedHashMap<SessionId, Optional<SessionId>> known =
      new LinkedHashMap<>(16, 0.75f, true);

  Ancestry(Engine engine) {
    this.engine = engine;
  }

  /// @return null if it works for none
  @Nullable SessionId above(SessionId session) {
    synchronized (known) {
      var found = known.get(session);
      if (found != null) {
        return found.orElse(null);
      }
    }
    var shown = engine.shown(session);
    var state = shown == null ? engine.loader().load(session).orElse(null) : shown;
    if (state == null) {
      return null;
    }
    var above =
        state.profile().origin() instanceof Origin.Delegated delegated ? delegated.parent() : null;
    synchronized (known) {
      known.put(session, Optional.ofNullable(above));
      if (known.size() > MOST) {
        known.pollFirstEntry();
      }
    }
    return above;
  }
}
