package dev.drover.internal.commit;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.machine.SessionState;
import dev.drover.spi.store.Catalog;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Derives from a commit whether the wake time of the session changes. A pure function, like
/// [Projector].
final class WakeTimeChange {
  private WakeTimeChange() {}

  /// @return null if the store already has the right time
  static Catalog.Change.@Nullable WakeSet of(SessionState before, Commit commit) {
    var at = commit.next().wakeAt();
    return Objects.equals(at, before.wakeAt()) && !isUncertain(commit)
        ? null
        : new Catalog.Change.WakeSet(at);
  }

  /// A new session has no time yet, and a run that was taken over may have the time of an earlier
  /// version.
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
