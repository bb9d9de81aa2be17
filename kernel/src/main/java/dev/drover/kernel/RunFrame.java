package dev.drover.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What stays the same, or only grows, while one run goes through its turns.
///
/// @param brief what it was asked for, without the words
/// @param base the conversation to go back to when the run must leave no trace in it
/// @param turn counted from 1
/// @param used tokens of this run so far
/// @param trace whether a tool was started, that is, whether the world may have changed
/// @param vigil whether it gets on
public record RunFrame(
    RunId run,
    Limits limits,
    Brief brief,
    Conversation base,
    int turn,
    Usage used,
    Trace trace,
    Vigil vigil) {
  public enum Trace {
    NONE,
    TOOLS_STARTED
  }

  /// @param history which earlier messages it goes on from
  /// @param model the name of the one it was given to, if another one has replaced that; else null
  public record Brief(Prompt.History history, AnswerType answer, @Nullable String model) {
    public Brief(Prompt.History history, AnswerType answer) {
      this(history, answer, null);
    }
  }

  /// The next turn, after one in which these calls were made.
  RunFrame after(List<OpenCall> calls) {
    var watched = vigil.after(calls, limits.guard());
    return new RunFrame(run, limits, brief, base, turn + 1, used, trace, watched);
  }

  /// The next turn, because the run was told something.
  RunFrame spokenTo() {
    return new RunFrame(run, limits, brief, base, turn + 1, used, trace, vigil.spokenTo());
  }

  /// The next turn, because the answer was not what was asked for.
  RunFrame rejected() {
    return new RunFrame(run, limits, brief, base, turn + 1, used, trace, vigil.rejected());
  }

  RunFrame using(Usage more) {
    return new RunFrame(run, limits, brief, base, turn, used.plus(more), trace, vigil.replied());
  }

  /// The same turn, with a conversation that is shorter.
  ///
  /// @param other what to go back to now
  /// @param more what it took to sum up
  RunFrame shortened(Conversation other, Usage more) {
    var next = vigil.with(Vigil.Length.SHORTENED);
    return new RunFrame(run, limits, brief, other, turn, used.plus(more), trace, next);
  }

  /// The same turn, with a conversation that must not be shorter.
  RunFrame lengthDenied() {
    return with(vigil.with(Vigil.Length.DENIED));
  }

  /// The same turn, with a conversation that nobody has summed up.
  ///
  /// @param more what it took to try
  RunFrame lengthFailed(Usage more) {
    var next = vigil.with(Vigil.Length.FAILED);
    return new RunFrame(run, limits, brief, base, turn, used.plus(more), trace, next);
  }

  /// The same turn, with another model.
  ///
  /// @param before the name of the one that is replaced
  RunFrame replaced(String before) {
    var first = brief.model() == null ? before : brief.model();
    var given = new Brief(brief.history(), brief.answer(), first);
    var next = vigil.with(vigil.length().forAnother());
    return new RunFrame(run, limits, given, base, turn, used, trace, next);
  }

  RunFrame touched() {
    return trace == Trace.TOOLS_STARTED
        ? this
        : new RunFrame(run, limits, brief, base, turn, used, Trace.TOOLS_STARTED, vigil);
  }

  RunFrame takenOver(TakeoverCause cause) {
    return switch (cause) {
      case CRASH -> with(vigil.crashed());
      case MOVE -> this;
    };
  }

  RunFrame gotOn() {
    return with(vigil.gotOn());
  }

  private RunFrame with(Vigil next) {
    return next.equals(vigil)
        ? this
        : new RunFrame(run, limits, brief, base, turn, used, trace, next);
  }

  /// Whether one more crash would be one too many.
  boolean isHopelessAfterNext() {
    return vigil.crashes() + 1 > limits.attempts();
  }

  /// What takes the process down with it every time is not tried for ever.
  boolean isHopeless() {
    return vigil.crashes() > limits.attempts();
  }

  /// The model gets one more call, without tools, so that the user gets an answer.
  boolean isSpent() {
    return turn > limits.turns() || vigil.isCaught();
  }

  /// Even that call was answered with calls of tools.
  boolean isPastItsEnd() {
    return turn - 1 > limits.turns() || vigil.extra() > 1;
  }

  /// Why it is spent.
  Failure spent() {
    return turn > limits.turns()
        ? RunProblems.outOfTurns(limits)
        : RunProblems.loopDetected(limits.guard(), vigil);
  }

  boolean isOutOfTokens() {
    return used.total() >= limits.tokens();
  }
}
