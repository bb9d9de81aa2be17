package dev.drover.kernel.machine;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event.TakeoverCause;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The part of the state that stays the same, or only grows, over the turns of one run.
///
/// @param request its prompt, without the text
/// @param base the conversation to restore when the run must leave no trace in it
/// @param turn counted from 1
/// @param used tokens of this run so far
/// @param sideEffects whether a tool was started, and whether the world may have changed
/// @param progress counters that detect a run without progress
public record RunState(
    RunId run,
    RunLimits limits,
    RunRequest request,
    Conversation base,
    int turn,
    Usage used,
    SideEffects sideEffects,
    RunProgress progress) {
  public enum SideEffects {
    NONE,
    /// Only tools were started that change nothing.
    PURE_TOOLS_STARTED,
    TOOLS_STARTED
  }

  /// @param history the earlier messages that it continues
  /// @param model the name of its original model, if that was replaced; else null
  public record RunRequest(Prompt.History history, AnswerType answer, @Nullable String model) {
    public RunRequest(Prompt.History history, AnswerType answer) {
      this(history, answer, null);
    }
  }

  /// The next turn, after one with these calls.
  RunState after(List<OpenCall> calls) {
    var watched = progress.after(calls, limits.guard());
    return new RunState(run, limits, request, base, turn + 1, used, sideEffects, watched);
  }

  /// The next turn, because a text arrived.
  RunState steered() {
    return new RunState(
        run, limits, request, base, turn + 1, used, sideEffects, progress.steered());
  }

  /// The next turn, because the answer did not match the requested type.
  RunState rejected() {
    return new RunState(
        run, limits, request, base, turn + 1, used, sideEffects, progress.rejected());
  }

  /// The next turn, because the required checks of the answer failed.
  RunState withFailedChecks() {
    return new RunState(
        run, limits, request, base, turn + 1, used, sideEffects, progress.withFailedChecks());
  }

  RunState using(Usage more) {
    return new RunState(
        run, limits, request, base, turn, used.plus(more), sideEffects, progress.replied());
  }

  /// The same turn, with a compacted conversation.
  ///
  /// @param other the conversation to restore now
  /// @param more the usage of the summary call
  RunState compacted(Conversation other, Usage more) {
    var next = progress.with(RunProgress.CompactionState.COMPACTED);
    return new RunState(run, limits, request, other, turn, used.plus(more), sideEffects, next);
  }

  /// The same turn, after a denied compaction.
  RunState compactionDenied() {
    return with(progress.with(RunProgress.CompactionState.DENIED));
  }

  /// The same turn, after a failed compaction.
  ///
  /// @param more the usage of the attempt
  RunState compactionFailed(Usage more) {
    var next = progress.with(RunProgress.CompactionState.FAILED);
    return new RunState(run, limits, request, base, turn, used.plus(more), sideEffects, next);
  }

  /// The same turn, with another model.
  ///
  /// @param before the name of the replaced model
  RunState replaced(String before) {
    var first = request.model() == null ? before : request.model();
    var given = new RunRequest(request.history(), request.answer(), first);
    var next = progress.with(progress.compaction().forReplacementModel());
    return new RunState(run, limits, given, base, turn, used, sideEffects, next);
  }

  RunState withToolStarted(EffectClass effects) {
    var next =
        effects == EffectClass.PURE ? SideEffects.PURE_TOOLS_STARTED : SideEffects.TOOLS_STARTED;
    return next.compareTo(sideEffects) <= 0
        ? this
        : new RunState(run, limits, request, base, turn, used, next, progress);
  }

  boolean hasToolStarted() {
    return sideEffects != SideEffects.NONE;
  }

  /// Whether the run completes only after its required checks: it has some, and a tool was started
  /// that may have changed something.
  boolean needsChecks() {
    return !limits.checks().isEmpty() && sideEffects == SideEffects.TOOLS_STARTED;
  }

  /// Whether failed checks are returned to the model once more.
  boolean mayRepairWork() {
    return progress.unverified() < limits.checks().repairs();
  }

  RunState takenOver(TakeoverCause cause) {
    return switch (cause) {
      case CRASH -> with(progress.crashed());
      case MOVE -> this;
    };
  }

  RunState progressed() {
    return with(progress.progressed());
  }

  private RunState with(RunProgress next) {
    return next.equals(progress)
        ? this
        : new RunState(run, limits, request, base, turn, used, sideEffects, next);
  }

  /// Whether one more crash exceeds the limit.
  boolean isCrashLoopAfterNext() {
    return progress.crashes() + 1 > limits.attempts();
  }

  /// A run that crashes its process every time is not retried for ever.
  boolean isCrashLoop() {
    return progress.crashes() > limits.attempts();
  }

  /// Whether the model gets one more call, without tools, so that the user gets an answer.
  boolean isExhausted() {
    return turn > limits.turns() || progress.isLooping();
  }

  /// Whether even that call was answered with tool calls.
  boolean isPastFinalCall() {
    return turn - 1 > limits.turns() || progress.extra() > 1;
  }

  /// Why the run must end.
  Failure exhaustedFailure() {
    return turn > limits.turns()
        ? RunProblems.outOfTurns(limits)
        : RunProblems.loopDetected(limits.guard(), progress);
  }

  boolean isOutOfTokens() {
    return used.total() >= limits.tokens();
  }
}
