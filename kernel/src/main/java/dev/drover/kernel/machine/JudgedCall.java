package dev.drover.kernel.machine;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.EffectId;
import java.util.List;

/// A call as it enters the kernel: validated and judged outside, without an id.
///
/// @param call as it would be carried out, with the arguments changed by hooks
/// @param basis the state of the world on which it was judged, in the tool's own format; may be
///   empty
/// @param marks of the hooks that acted on it
public record JudgedCall(
    ToolCall call, CallTerms terms, Verdict verdict, String basis, List<HookMark> marks) {
  public JudgedCall {
    marks = List.copyOf(marks);
  }

  public JudgedCall(ToolCall call, CallTerms terms, Verdict verdict, String basis) {
    this(call, terms, verdict, basis, List.of());
  }

  public JudgedCall(ToolCall call, CallTerms terms, Verdict verdict) {
    this(call, terms, verdict, "");
  }

  /// The call with its effect id.
  PlannedCall planned(EffectId effect, Verdict decided) {
    return new PlannedCall(effect, call, terms, decided, basis, marks);
  }

  /// The same call with these marks of hooks.
  public JudgedCall marked(List<HookMark> left) {
    return new JudgedCall(call, terms, verdict, basis, left);
  }
}
