package dev.drover.testkit.sim;

import dev.drover.kernel.Recorded;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.InputId;
import dev.drover.spi.store.Journal.Snapshot;
import dev.drover.spi.store.Journal.Stretch;
import java.util.List;

/// Holds a few laws against all that is written, in the moment in which it is.
interface Oracle {
  /// @param events of the append, in its order
  void appended(Append append, List<Recorded> events);

  /// An input was put aside, and nothing follows from it.
  default void ignored(SessionId session, InputId input) {}

  /// Events were dropped.
  ///
  /// @param gone what of it was dropped: what a fork shares stays
  default void trimmed(
      SessionId session, Snapshot snapshot, List<Stretch> dropped, List<Stretch> gone) {}
}
