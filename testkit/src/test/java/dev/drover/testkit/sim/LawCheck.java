package dev.drover.testkit.sim;

import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Journal.EventRange;
import dev.drover.spi.store.Journal.Snapshot;
import java.util.List;

/// Checks some laws at every write.
interface LawCheck {
  /// @param events the events of the append, in order
  void appended(Journal.Append append, List<RecordedEvent> events);

  /// An input was ignored, and nothing follows from it.
  default void ignored(SessionId session, InputId input) {}

  /// Events were dropped.
  ///
  /// @param gone the part that was really dropped: events shared with a fork stay
  default void trimmed(
      SessionId session, Snapshot snapshot, List<EventRange> dropped, List<EventRange> gone) {}
}
