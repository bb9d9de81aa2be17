package dev.drover.kernel;

/// What stays the same, or only grows, while one run goes through its turns.
///
/// @param base the conversation to go back to when the run must leave no trace in it
/// @param turn counted from 1
/// @param used tokens of this run so far
/// @param trace whether a tool was started, that is, whether the world may have changed
public record RunFrame(
    RunId run,
    Limits limits,
    Prompt.History history,
    Conversation base,
    int turn,
    Usage used,
    Trace trace) {
  public enum Trace {
    NONE,
    TOOLS_STARTED
  }

  RunFrame nextTurn() {
    return new RunFrame(run, limits, history, base, turn + 1, used, trace);
  }

  RunFrame using(Usage more) {
    return new RunFrame(run, limits, history, base, turn, used.plus(more), trace);
  }

  RunFrame touched() {
    return trace == Trace.TOOLS_STARTED
        ? this
        : new RunFrame(run, limits, history, base, turn, used, Trace.TOOLS_STARTED);
  }

  /// Past the limit the model gets one more call, without tools, so that the user gets an answer.
  boolean isPastTurns() {
    return turn > limits.turns();
  }

  boolean isOutOfTokens() {
    return used.total() >= limits.tokens();
  }
}
