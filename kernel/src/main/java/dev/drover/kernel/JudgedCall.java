package dev.drover.kernel;

/// A call as it enters the kernel: validated and judged outside, not yet named.
///
/// @param basis the state of the world on which it was judged, in the tool's own words; may be
///   empty
public record JudgedCall(ToolCall call, CallTerms terms, Verdict verdict, String basis) {
  public JudgedCall(ToolCall call, CallTerms terms, Verdict verdict) {
    this(call, terms, verdict, "");
  }
}
