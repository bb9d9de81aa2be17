package dev.drover.kernel;

import org.jspecify.annotations.Nullable;

/// How a run ended. Every run ends in exactly one of these, once.
public sealed interface RunOutcome {
  /// @param value the answer as it was asked for; null if words were
  /// @param ending whether the text is all of the answer
  record Completed(Text text, @Nullable Text value, AnswerEnding ending) implements RunOutcome {
    /// With a whole answer in words.
    public Completed(Text text) {
      this(text, null);
    }

    /// With a whole answer.
    public Completed(Text text, @Nullable Text value) {
      this(text, value, AnswerEnding.WHOLE);
    }
  }

  /// @param text what the model last said, where there was a last word; else empty
  record Failed(Failure failure, Text text) implements RunOutcome {}

  record Cancelled(String by, String why) implements RunOutcome {}

  /// Somebody else goes on.
  ///
  /// @param successor the session in which the conversation goes on
  /// @param run the run there that goes on with what this one was asked
  /// @param text what it was told; of a prompt that was still waiting, the prompt
  record HandedOff(SessionId successor, RunId run, Text text) implements RunOutcome {}
}
