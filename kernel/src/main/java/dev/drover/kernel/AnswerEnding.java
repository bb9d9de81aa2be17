package dev.drover.kernel;

/// Whether an answer is complete. A run that ends with a cut or an empty answer has completed, and
/// its reader must know that something is missing.
public enum AnswerEnding {
  WHOLE,
  /// The model's output limit was reached before the model was done.
  CUT,
  /// The model ended its reply without a word.
  EMPTY;

  /// The words of an answer, with a line behind them if they are not all of it.
  public String marked(String words) {
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

  /// How the answer in a reply ends. A reply that was cut before its first word is cut.
  public static AnswerEnding of(ModelReply reply) {
    if (reply.stop() == ModelReply.StopReason.LENGTH) {
      return CUT;
    }
    return reply.answer() instanceof Text.Inline(var words) && words.isBlank() ? EMPTY : WHOLE;
  }
}
