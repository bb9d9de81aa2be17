package dev.drover.kernel;

import java.util.List;

/// One tool call with its name in this session, its terms, and the verdict of the policy of that
/// day.
///
/// @param call as it is carried out: with the arguments that hooks gave it, where they did
/// @param basis the state of the world on which it was judged, in the tool's own words; may be
///   empty
/// @param marks what hooks did to it
public record PlannedCall(
    EffectId effect,
    ToolCall call,
    CallTerms terms,
    Verdict verdict,
    String basis,
    List<HookMark> marks) {
  public PlannedCall {
    marks = List.copyOf(marks);
  }

  public PlannedCall(
      EffectId effect, ToolCall call, CallTerms terms, Verdict verdict, String basis) {
    this(effect, call, terms, verdict, basis, List.of());
  }

  public PlannedCall(EffectId effect, ToolCall call, CallTerms terms, Verdict verdict) {
    this(effect, call, terms, verdict, "");
  }
}
