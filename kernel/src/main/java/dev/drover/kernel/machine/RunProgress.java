package dev.drover.kernel.machine;

import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;
import java.util.List;

/// Counters that detect a run without progress.
///
/// @param crashes number of processes that died during the run since it last made progress
/// @param lastTurn the calls of the previous turn
/// @param repeats consecutive turns with the same calls, the last one included
/// @param misfits consecutive turns whose calls could not be made
/// @param failures consecutive calls without a success
/// @param extra turns begun since it was stopped
/// @param repairs answers that did not match the requested type
/// @param unverified answers whose required checks failed
/// @param compaction its state since the model's last reply
public record RunProgress(
    int crashes,
    List<CompletedCall> lastTurn,
    int repeats,
    int misfits,
    int failures,
    int extra,
    int repairs,
    int unverified,
    CompactionState compaction) {
  static final RunProgress START =
      new RunProgress(0, List.of(), 0, 0, 0, 0, 0, 0, CompactionState.UNTOUCHED);

  public RunProgress {
    lastTurn = List.copyOf(lastTurn);
  }

  /// The state of compaction. One between two replies is enough: a conversation that is still too
  /// long stays too long.
  public enum CompactionState {
    UNTOUCHED,
    COMPACTED,
    /// Compacted for a model that was replaced since. The new model may have a smaller window.
    COMPACTED_FOR_REPLACED_MODEL,
    /// A hook denied it.
    DENIED,
    /// There was no summary.
    FAILED;

    /// Whether a compaction may be tried.
    public boolean isOpen() {
      return this == UNTOUCHED || this == COMPACTED_FOR_REPLACED_MODEL;
    }

    CompactionState forReplacementModel() {
      return switch (this) {
        case UNTOUCHED, FAILED -> UNTOUCHED;
        case COMPACTED, COMPACTED_FOR_REPLACED_MODEL -> COMPACTED_FOR_REPLACED_MODEL;
        case DENIED -> DENIED;
      };
    }
  }

  /// A call with its outcome.
  public record CompletedCall(String tool, Text arguments, ToolOutcome outcome) {}

  RunProgress crashed() {
    return new RunProgress(
        crashes + 1, lastTurn, repeats, misfits, failures, extra, repairs, unverified, compaction);
  }

  RunProgress progressed() {
    return crashes == 0 ? this : with(compaction);
  }

  /// The model has replied.
  RunProgress replied() {
    return compaction == CompactionState.UNTOUCHED ? progressed() : with(CompactionState.UNTOUCHED);
  }

  /// The run has made progress, with this state of compaction.
  RunProgress with(CompactionState next) {
    return new RunProgress(
        0, lastTurn, repeats, misfits, failures, extra, repairs, unverified, next);
  }

  /// The turn has ended; these are its calls, all settled.
  RunProgress after(List<OpenCall> calls, LoopGuard guard) {
    var completed = new ArrayList<CompletedCall>(calls.size());
    boolean unfit = true;
    int unsuccessful = failures;
    for (var call : calls) {
      var outcome = ((OpenCall.Stage.Settled) call.stage()).outcome();
      var asked = call.planned().call();
      completed.add(new CompletedCall(asked.tool(), asked.arguments(), outcome));
      unfit &= outcome instanceof ToolOutcome.Refused;
      unsuccessful = outcome instanceof ToolOutcome.Succeeded ? 0 : unsuccessful + 1;
    }
    boolean caught = extra > 0;
    var next =
        new RunProgress(
            0,
            completed,
            completed.equals(lastTurn) ? repeats + 1 : 1,
            unfit ? misfits + 1 : 0,
            unsuccessful,
            extra,
            repairs,
            unverified,
            compaction);
    return caught || next.isIn(guard)
        ? new RunProgress(
            0,
            completed,
            next.repeats,
            next.misfits,
            unsuccessful,
            extra + 1,
            repairs,
            unverified,
            compaction)
        : next;
  }

  private boolean isIn(LoopGuard guard) {
    return repeats >= guard.repeats() || misfits >= guard.misfits() || failures >= guard.failures();
  }

  /// A new text has arrived.
  RunProgress steered() {
    return new RunProgress(crashes, List.of(), 0, 0, 0, 0, repairs, unverified, compaction);
  }

  RunProgress rejected() {
    return new RunProgress(
        0, lastTurn, repeats, misfits, failures, extra, repairs + 1, unverified, compaction);
  }

  /// The required checks of the answer failed.
  RunProgress withFailedChecks() {
    return new RunProgress(
        0, lastTurn, repeats, misfits, failures, extra, repairs, unverified + 1, compaction);
  }

  boolean isLooping() {
    return extra > 0;
  }
}
