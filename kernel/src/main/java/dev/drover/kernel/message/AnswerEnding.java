package dev.drover.kernel.message;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import org.jspecify.annotations.Nullable;

/// Whether an answer is complete. A run with a cut or empty answer has completed, and its reader
/// must know that something is missing.
public enum AnswerEnding {
  WHOLE,
  /// The model's output limit was reached.
  CUT,
  /// The model ended its reply without text.
  EMPTY;

  /// The problem of an answer that is incomplete; null if it is complete.
  public @Nullable Problem problem() {
    return switch (this) {
      case WHOLE -> null;
      case CUT ->
          new Problem(
              "answer_cut",
              "The answer was cut",
              "the model's output limit was reached before the answer was complete",
              "Ask it to go on, ask for less at once, or allow the model a longer reply.");
      case EMPTY ->
          new Problem(
              "answer_empty",
              "The answer is empty",
              "the model ended its reply without a word",
              "Ask again, or ask another model.");
    };
  }

  /// The text of an answer, followed by a notice if it is incomplete.
  public String withNotice(String words) {
    return switch (this) {
      case WHOLE -> words;
      case CUT ->
          mark(words, "[The answer was cut by the model's output limit; its end is missing.]");
      case EMPTY -> "[The answer is empty.]";
    };
  }

  private static String mark(String words, String line) {
    return words.isBlank() ? line : words + "\n\n" + line;
  }

  /// The ending of the answer in a reply. A reply that was cut before any text is cut.
  public static AnswerEnding of(ModelReply reply) {
    if (reply.stop() == ModelReply.StopReason.LENGTH) {
      return CUT;
    }
    return reply.answer() instanceof Text.Inline(var words) && words.isBlank() ? EMPTY : WHOLE;
  }
}
