package dev.drover.kernel;

import java.util.List;

/// A call as it enters the kernel: validated and judged outside, not yet named.
///
/// @param call as it would be carried out: with the arguments that hooks gave it, where they did
/// @param basis the state of the world on which it was judged, in the tool's own words; may be
///   empty
/// @param marks what hooks did to it
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

  /// The call with the name that it has from now on.
  PlannedCall named(EffectId effect, Verdict decided) {
    return new PlannedCall(effect, call, terms, decided, basis, marks);
  }

  /// The same, and hooks have left these marks on it.
  public JudgedCall marked(List<HookMark> left) {
    return new JudgedCall(call, terms, verdict, basis, left);
  }
}
