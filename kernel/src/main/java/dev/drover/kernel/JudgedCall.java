package dev.drover.kernel;

/// A call as it enters the kernel: validated and judged outside, not yet named.
public record JudgedCall(ToolCall call, CallTerms terms, Verdict verdict) {}
