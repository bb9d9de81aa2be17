package dev.drover.watch;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.Bytes;
import dev.drover.spi.model.Delta;

/// One item that a watcher receives.
public sealed interface Notice {
  /// A durable event. `line` is its JSON form, with the same bytes as in the store.
  record Happened(RecordedEvent entry, Bytes line) implements Notice {
    public Event event() {
      return entry.event();
    }

    public long seq() {
      return entry.seq();
    }
  }

  /// A delta, which is not stored. It is void if its attempt failed: `model_failed`,
  /// `model_replaced`, or `run_recovered` with this effect among the lost.
  ///
  /// The text deltas of a reply, joined, are the text of the event that settles it, unless a
  /// [Missed] came between them. A reader that attaches later receives them as one delta.
  ///
  /// @param attempt of the effect, counted from 1; for a reply that was settled before the reader
  ///   attached, the first attempt that is known
  /// @param after number of the last event at that moment
  record Shown(RunId run, EffectId effect, int attempt, long after, Delta delta)
      implements Notice {}

  /// A child has used tokens for this session. Not durable, and sent only by the process that
  /// drives the child. Each notice replaces the previous one of the same child, and `task_ended`
  /// replaces the last: the numbers are totals, not increments.
  ///
  /// @param call the call of this session that delegated
  /// @param child the session that used them: the child, or one below it
  /// @param usage everything it has used so far
  record ChildUsage(EffectId call, SessionId child, Usage usage) implements Notice {}

  /// Something was not received. Events that are still stored are never missed.
  ///
  /// @param fragments how many deltas
  /// @param events how many events of the session are missing at this position
  record Missed(long fragments, long events, Why why) implements Notice {
    public enum Why {
      /// The reader was too slow for its buffer; deltas were dropped.
      SLOW_READER,
      /// The attempt had produced more deltas than are kept for later watchers; the oldest are
      /// missing.
      ATTACHED_LATE,
      /// Retention has dropped events.
      TRIMMED
    }
  }
}
