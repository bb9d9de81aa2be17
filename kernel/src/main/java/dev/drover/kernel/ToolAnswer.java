package dev.drover.kernel;

/// What a tool says when its call returns: how the call ended, that it ends later, or that the run
/// ends with it and somebody else goes on.
public sealed interface ToolAnswer permits ToolOutcome, Deferred, HandOff {}
