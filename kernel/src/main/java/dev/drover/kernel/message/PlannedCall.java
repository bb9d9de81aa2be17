package dev.drover.kernel.message;

import dev.drover.kernel.value.EffectId;
import java.util.List;

/// One tool call with its effect id, its terms, and the verdict of the policy at that time.
///
/// @param call as it is carried out, with the arguments changed by hooks
/// @param basis the state of the world on which it was judged, in the tool's own format; may be
///   empty
/// @param marks of the hooks that acted on it
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
