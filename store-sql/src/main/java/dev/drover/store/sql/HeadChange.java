package dev.drover.store.sql;

import dev.drover.kernel.value.RunId;
import dev.drover.spi.store.Catalog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the changes of one append do together to the run that a session is running, and to its wake
/// time.
///
/// @param runs whether it runs another run from now on, or none
/// @param running the run; null if it is idle, or runs what it ran before
/// @param ended if it runs what it ran before and that is one of these, it is idle
/// @param wake whether the wake time is set
/// @param wakeAt in milliseconds; null if there is none
public record HeadChange(
    Column runs, @Nullable String running, List<String> ended, Column wake, @Nullable Long wakeAt) {

  /// Whether an append sets a column.
  public enum Column {
    KEPT,
    SET
  }

  public HeadChange {
    ended = List.copyOf(ended);
  }

  public static HeadChange of(List<Catalog.Change> changes) {
    var runs = Column.KEPT;
    @Nullable String running = null;
    var ended = new ArrayList<String>();
    var wake = Column.KEPT;
    @Nullable Long wakeAt = null;
    for (var change : changes) {
      var begun = begun(change);
      if (begun != null) {
        runs = Column.SET;
        running = begun.value();
      } else if (change instanceof Catalog.Change.RunFinished finished) {
        ended.add(finished.run().value());
        running = finished.run().value().equals(running) ? null : running;
      } else if (change instanceof Catalog.Change.WakeSet(var at)) {
        wake = Column.SET;
        wakeAt = at == null ? null : WakeTimeColumn.millis(at);
      }
    }
    return new HeadChange(runs, running, runs == Column.SET ? List.of() : ended, wake, wakeAt);
  }

  private static @Nullable RunId begun(Catalog.Change change) {
    if (change instanceof Catalog.Change.RunAccepted accepted
        && accepted.begins() == Catalog.Change.Begins.AT_ONCE) {
      return accepted.run();
    }
    return change instanceof Catalog.Change.RunBegun begun ? begun.run() : null;
  }
}
