package dev.drover.kernel.event;

import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import org.jspecify.annotations.Nullable;

/// The outcome of a run. Every run has exactly one.
public sealed interface RunOutcome {
  /// @param value the structured answer; null if the prompt asked for text
  /// @param ending whether the text is the complete answer
  record Completed(Text text, @Nullable Text value, AnswerEnding ending) implements RunOutcome {
    /// With a complete answer as text.
    public Completed(Text text) {
      this(text, null);
    }

    /// With a complete answer.
    public Completed(Text text, @Nullable Text value) {
      this(text, value, AnswerEnding.WHOLE);
    }
  }

  /// @param text of the model's final reply, if there was one; else empty
  record Failed(Failure failure, Text text) implements RunOutcome {}

  record Cancelled(String by, String why) implements RunOutcome {}

  /// Another agent continues.
  ///
  /// @param successor the session in which the conversation continues
  /// @param run the run there that continues this one
  /// @param text the message to that run; for a prompt that was still queued, the prompt
  record HandedOff(SessionId successor, RunId run, Text text) implements RunOutcome {}
}
