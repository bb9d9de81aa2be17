package dev.drover.kernel;

/// What a tool says when its call returns: how the call ended, or that it ends later.
public sealed interface ToolAnswer permits ToolOutcome, Deferred {}
