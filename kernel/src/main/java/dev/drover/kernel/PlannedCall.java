package dev.drover.kernel;

/// One tool call with its name in this session, its terms, and the verdict of the policy of that
/// day.
///
/// @param basis the state of the world on which it was judged, in the tool's own words; may be
///   empty
public record PlannedCall(
    EffectId effect, ToolCall call, CallTerms terms, Verdict verdict, String basis) {
  public PlannedCall(EffectId effect, ToolCall call, CallTerms terms, Verdict verdict) {
    this(effect, call, terms, verdict, "");
  }
}
