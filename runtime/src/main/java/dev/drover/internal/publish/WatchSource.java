package dev.drover.internal.publish;

import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventPage;

/// The reads of a watcher.
public interface WatchSource {
  EventPage page(Cursor after);

  String read(Text text);

  /// Whether the journal still has events of the run.
  boolean isKept(RunId run);
}
