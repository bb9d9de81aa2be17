package dev.drover.runtime.watch;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Usage;
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

  /// A fragment, kept nowhere. It is void if its attempt turns out to have failed: `model_failed`,
  /// `model_replaced`, or `run_recovered` with this effect among the lost.
  ///
  /// The text fragments of a reply, joined, are the text of the event that settles it, unless a
  /// [Missed] came between them. For a reader that was not there when they were made they come as
  /// one fragment.
  ///
  /// @param attempt of the effect, counted from 1; of a reply that was settled before the reader
  ///   attached, the first that the reader knows of
  /// @param after number of the last event at that moment
  record Shown(RunId run, EffectId effect, int attempt, long after, Delta delta)
      implements Notice {}

  /// A child has used tokens for this session. Not durable, and sent only by the process that
  /// drives the child. Each notice replaces the one before of the same child, and `task_ended`
  /// replaces the last: nothing is added up.
  ///
  /// @param call the call of this session that gave out the work
  /// @param child the session that used them: the child, or one below it
  /// @param usage everything it has used so far
  record ChildUsage(EffectId call, SessionId child, Usage usage) implements Notice {}

  /// Something was not seen. Events that are still there are never missed.
  ///
  /// @param fragments how many fragments
  /// @param events how many events of the session are missing at this place
  record Missed(long fragments, long events, Why why) implements Notice {
    public enum Why {
      /// The reader was slower than its buffer is long; fragments were dropped.
      SLOW_READER,
      /// The attempt had shown more than is kept for those who attach later; its oldest fragments
      /// are gone.
      ATTACHED_LATE,
      /// Retention has dropped events.
      TRIMMED
    }
  }
}
