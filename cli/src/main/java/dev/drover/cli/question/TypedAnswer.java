package dev.drover.cli.question;

import dev.drover.Approvals.Receipt;
import dev.drover.cli.output.StyledText;
import dev.drover.cli.output.TerminalStyle;
import dev.drover.kernel.message.ApprovalAnswer;
import java.util.Optional;

/// Parses a person's answers to questions.
public final class TypedAnswer {
  public static final String HINT = "y, n, v, s or a; a reason may follow n, for the model to read";

  /// The notice about input typed before the question.
  public static final String TOO_EARLY = "typed before the question: ignored";

  /// The same, if the input is kept for the prompt.
  public static final String KEPT = "typed before the question: kept for the prompt";

  private TypedAnswer() {}

  /// Begins at the left edge, as only the program's own lines do.
  public static StyledText prompt(TerminalStyle style) {
    return StyledText.of(
        style.yellow("?"),
        " [y]es  [n]o  [v]iew all  for this [s]ession  [a]lways ",
        style.yellow("> "));
  }

  /// Whether the person wants to view the whole question first.
  public static boolean isView(String line) {
    return line.equals("v") || line.equals("view");
  }

  /// The notice about an answer that had another effect than intended; may be empty.
  public static String word(Receipt receipt) {
    return switch (receipt) {
      case NOT_ALLOWED -> "others were named to answer this; the run waits for them";
      case TOO_LATE -> "the time for an answer was over; the call is not made";
      case ANSWERED_BEFORE -> "it was answered before; your answer changes nothing";
      case NOT_OPEN -> "it is no longer asked; your answer changes nothing";
      case COUNTED, LEFT_IN_INBOX -> "";
    };
  }

  /// @return empty if it is not an answer
  public static Optional<ApprovalAnswer> read(String line) {
    int end = line.indexOf(' ');
    var word = end < 0 ? line : line.substring(0, end);
    var rest = end < 0 ? "" : line.substring(end).strip();
    return switch (word) {
      case "y", "yes" -> Optional.of(new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE));
      case "s", "session" -> Optional.of(new ApprovalAnswer.Yes(ApprovalAnswer.Scope.SESSION));
      case "a", "always" -> Optional.of(new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ALWAYS));
      case "n", "no" -> Optional.of(new ApprovalAnswer.No(rest, ApprovalAnswer.OnDenial.GO_ON));
      default -> Optional.empty();
    };
  }
}
