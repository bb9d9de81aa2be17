package dev.drover.kernel.message;

/// The return value of a tool: the outcome of the call, its deferral, a question to a person, or a
/// hand-off that ends the run.
public sealed interface ToolAnswer permits ToolOutcome, ToolDeferral, ToolQuestion, HandOff {}
