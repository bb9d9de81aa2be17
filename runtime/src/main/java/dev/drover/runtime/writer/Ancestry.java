package dev.drover.runtime.writer;

import dev.drover.kernel.Label;
import dev.drover.kernel.Origin;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds out whom a session works for. That never changes, so what was read once is remembered, of
/// those that were asked for last.
///
/// Safe for use by any thread.
final class Ancestry {
  private static final int MOST = 1_024;

  private final Engine engine;

  // Guarded by itself.
  private final LinkedHashMap<SessionId, Optional<Origin.Delegated>> known =
      new LinkedHashMap<>(16, 0.75f, true);

  Ancestry(Engine engine) {
    this.engine = engine;
  }

  /// @return null if it works for none
  @Nullable SessionId above(SessionId session) {
    var task = task(session);
    return task == null ? null : task.parent();
  }

  /// What it was given to do, and by whom.
  ///
  /// @return null if it works for none
  Origin.@Nullable Delegated task(SessionId session) {
    synchronized (known) {
      var found = known.get(session);
      if (found != null) {
        return found.orElse(null);
      }
    }
    var state = state(session);
    if (state == null) {
      return null;
    }
    var above = state.profile().origin() instanceof Origin.Delegated delegated ? delegated : null;
    synchronized (known) {
      known.put(session, Optional.ofNullable(above));
      if (known.size() > MOST) {
        known.pollFirstEntry();
      }
    }
    return above;
  }

  /// What kinds of data those have seen that it works for.
  Set<Label> labelsAbove(SessionId session) {
    var labels = EnumSet.noneOf(Label.class);
    for (var each = above(session); each != null; each = above(each)) {
      var state = state(each);
      if (state != null) {
        labels.addAll(state.profile().labels());
      }
    }
    return labels;
  }

  private @Nullable SessionState state(SessionId session) {
    var shown = engine.shown(session);
    return shown == null ? engine.loader().load(session).orElse(null) : shown;
  }
}
