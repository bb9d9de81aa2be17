package dev.drover.kernel;

/// What stays the same, or only grows, while one run goes through its turns.
///
/// @param base the conversation to go back to when the run must leave no trace in it
/// @param turn counted from 1
/// @param used tokens of this run so far
/// @param trace whether a tool was started, that is, whether the world may have changed
/// @param crashes how often a process died on it since it last got on
public record RunFrame(
    RunId run,
    Limits limits,
    Prompt.History history,
    Conversation base,
    int turn,
    Usage used,
    Trace trace,
    int crashes) {
  public enum Trace {
    NONE,
    TOOLS_STARTED
  }

  RunFrame nextTurn() {
    return new RunFrame(run, limits, history, base, turn + 1, used, trace, 0);
  }

  RunFrame using(Usage more) {
    return new RunFrame(run, limits, history, base, turn, used.plus(more), trace, 0);
  }

  RunFrame touched() {
    return trace == Trace.TOOLS_STARTED
        ? this
        : new RunFrame(run, limits, history, base, turn, used, Trace.TOOLS_STARTED, crashes);
  }

  RunFrame crashed() {
    return new RunFrame(run, limits, history, base, turn, used, trace, crashes + 1);
  }

  RunFrame gotOn() {
    return crashes == 0 ? this : new RunFrame(run, limits, history, base, turn, used, trace, 0);
  }

  /// What takes the process down with it every time is not tried for ever.
  boolean isHopeless() {
    return crashes > limits.attempts();
  }

  /// Past the limit the model gets one more call, without tools, so that the user gets an answer.
  boolean isPastTurns() {
    return turn > limits.turns();
  }

  boolean isOutOfTokens() {
    return used.total() >= limits.tokens();
  }
}
