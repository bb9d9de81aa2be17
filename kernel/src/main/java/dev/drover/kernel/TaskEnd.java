package dev.drover.kernel;

/// How a task ended, as its child tells it.
///
/// @param text its answer, or why there is none
/// @param usage tokens of the child, and of all below it
/// @param note what the parent is told if nobody waits for the task
public record TaskEnd(TaskStatus status, Text text, Usage usage, Text note) {}
