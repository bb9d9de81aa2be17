package dev.drover.runtime.writer;

import dev.drover.kernel.Decision.Commit;
import dev.drover.kernel.Event;
import dev.drover.kernel.SessionState;
import dev.drover.spi.store.Change;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Says when a commit changes the time at which the session is to be worked on. A pure function,
/// like [Projector].
final class WakeChange {
  private WakeChange() {}

  /// @return null if the store has the right time already
  static Change.@Nullable WakeSet of(SessionState before, Commit commit) {
    var at = commit.next().wakeAt();
    return Objects.equals(at, before.wakeAt()) && !isUncertain(commit)
        ? null
        : new Change.WakeSet(at);
  }

  /// A new session has no time yet, and that of a run which was taken over may be that of an
  /// earlier version.
  private static boolean isUncertain(Commit commit) {
    var entries = commit.entries();
    for (int i = 0; i < entries.size(); i++) {
      var event = entries.get(i).event();
      if (event instanceof Event.SessionForked || event instanceof Event.RunRecovered) {
        return true;
      }
    }
    return false;
  }
}
