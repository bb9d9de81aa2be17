package dev.drover.runtime.replay;

import dev.drover.kernel.SessionState;

/// The whole journal was decided again, and every event came out as it was recorded.
///
/// @param commits decisions that the events were found to be made of. Where two decisions of one
///   instant could as well have been one, they are counted as one.
/// @param runs that were accepted
/// @param modelCalls attempts at a reply whose end was recorded, broken ones included
/// @param toolCalls starts of a tool that were recorded, repeated ones included
/// @param state where the session stands after the last event
public record ReplayReport(
    long events, long commits, long runs, long modelCalls, long toolCalls, SessionState state)
    implements ReplayOutcome {
  /// None, whatever the journal holds: a replay is handed nothing it could perform one with.
  public long effectsPerformed() {
    return 0;
  }
}
