package dev.drover.runtime.watch;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.RunId;
import dev.drover.spi.model.Delta;
import dev.drover.spi.store.Bytes;

/// One thing a watcher sees.
public sealed interface Notice {
  /// A durable event. `line` is its JSON form, the same bytes that are on the disk.
  record Happened(Recorded entry, Bytes line) implements Notice {
    public Event event() {
      return entry.event();
    }

    public long seq() {
      return entry.seq();
    }
  }

  /// A fragment, shown once and kept nowhere. It is void if its attempt turns out to have failed:
  /// `model_failed`, or `run_recovered` with this effect among the lost.
  ///
  /// @param after number of the last event at that moment
  record Shown(RunId run, EffectId effect, int attempt, long after, Delta delta)
      implements Notice {}

  /// Something was not seen: fragments, because this watcher was too slow, or events, because they
  /// were trimmed. Events that are still there are never missed.
  record Missed(long fragments, long events) implements Notice {}
}
