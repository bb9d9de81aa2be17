package dev.drover.replay;

import dev.drover.kernel.machine.SessionState;

/// The whole journal was decided again, and every event was the same as recorded.
///
/// @param commits number of decisions in the journal. Two decisions of one instant that could as
///   well have been one are counted as one.
/// @param runs that were accepted
/// @param modelCalls attempts at a reply whose end was recorded, failed ones included
/// @param toolCalls recorded starts of a tool, repeated ones included
/// @param state after the last event
public record ReplayReport(
    long events, long commits, long runs, long modelCalls, long toolCalls, SessionState state)
    implements ReplayOutcome {
  /// Always zero: a replay has no access to anything that could perform an effect.
  public long effectsPerformed() {
    return 0;
  }
}
