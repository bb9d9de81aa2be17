package dev.drover.kernel;

/// How a run ended. Every run ends in exactly one of these, once.
public sealed interface RunOutcome {
  record Completed(Text text) implements RunOutcome {}

  /// @param text what the model last said, where there was a last word; else empty
  record Failed(Failure failure, Text text) implements RunOutcome {}

  record Cancelled(String by, String why) implements RunOutcome {}
}
