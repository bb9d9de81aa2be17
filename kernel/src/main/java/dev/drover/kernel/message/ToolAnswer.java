package dev.drover.kernel.message;

/// The return value of a tool: the outcome of the call, its deferral, or a hand-off that ends the
/// run.
public sealed interface ToolAnswer permits ToolOutcome, ToolDeferral, HandOff {}
