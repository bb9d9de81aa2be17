package dev.drover.internal.state;

import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The parents of sessions. They never change, so the most recently used ones are cached.
///
/// Safe for use by any thread.
public final class SessionAncestry {
  private static final int MOST = 1_024;

  private final SessionStates states;

  // Guarded by itself.
  private final LinkedHashMap<SessionId, Optional<SessionOrigin.Delegated>> known =
      new LinkedHashMap<>(16, 0.75f, true);

  public SessionAncestry(SessionStates states) {
    this.states = states;
  }

  /// @return null if it has no parent
  public @Nullable SessionId parent(SessionId session) {
    var task = task(session);
    return task == null ? null : task.parent();
  }

  /// Its task and its parent.
  ///
  /// @return null if it has no parent
  public SessionOrigin.@Nullable Delegated task(SessionId session) {
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
    var above =
        state.profile().origin() instanceof SessionOrigin.Delegated delegated ? delegated : null;
    synchronized (known) {
      known.put(session, Optional.ofNullable(above));
      if (known.size() > MOST) {
        known.pollFirstEntry();
      }
    }
    return above;
  }

  /// The labels of data that its parents have seen.
  public Set<Label> labelsAbove(SessionId session) {
    var labels = EnumSet.noneOf(Label.class);
    for (var each = parent(session); each != null; each = parent(each)) {
      var state = state(each);
      if (state != null) {
        labels.addAll(state.profile().labels());
      }
    }
    return labels;
  }

  private @Nullable SessionState state(SessionId session) {
    return states.current(session).orElse(null);
  }
}
