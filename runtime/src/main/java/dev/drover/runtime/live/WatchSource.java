package dev.drover.runtime.live;

import dev.drover.kernel.RunId;
import dev.drover.kernel.Text;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.EventPage;

/// What a watcher reads of the store.
public interface WatchSource {
  EventPage page(Cursor after);

  String read(Text text);

  /// Whether something of the run is still in the journal.
  boolean isKept(RunId run);
}
