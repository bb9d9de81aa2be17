package dev.drover.kernel;

/// One tool call with its name in this session, its terms, and the verdict of the policy of that
/// day.
public record PlannedCall(EffectId effect, ToolCall call, CallTerms terms, Verdict verdict) {}
