package dev.drover.kernel;

/// Another model was asked in the place of one that had failed for good, outside of any run. What a
/// run does about it is an event of its own.
///
/// @param failure why the one before was given up
public record Replacement(Failure failure, Fallback fallback) {}
