package dev.drover.cli.work;

import dev.drover.cli.screen.Look;
import dev.drover.cli.screen.StyledText;
import dev.drover.kernel.Answer;
import dev.drover.runtime.Approvals.Receipt;
import java.util.Optional;

/// What people type when a run asks.
public final class TypedAnswer {
  public static final String HINT = "y, n, v, s or a; a reason may follow n, for the model to read";

  /// What a person is told whose words came before the question.
  public static final String TOO_EARLY = "typed before the question: ignored";

  /// The same, where there is a prompt to come back to.
  public static final String KEPT = "typed before the question: kept for the prompt";

  private TypedAnswer() {}

  /// Begins at the left edge, as only the program itself does.
  public static StyledText prompt(Look look) {
    return StyledText.of(
        look.yellow("?"),
        " [y]es  [n]o  [v]iew all  for this [s]ession  [a]lways ",
        look.yellow("> "));
  }

  /// Whether the person wants to see all of it first.
  public static boolean isView(String line) {
    return line.equals("v") || line.equals("view");
  }

  /// What the person must know about the answer, if it is not what they meant; may be empty.
  public static String word(Receipt receipt) {
    return switch (receipt) {
      case NOT_ALLOWED -> "others were named to answer this; the run waits for them";
      case TOO_LATE -> "the time for an answer was over; the call is not made";
      case ANSWERED_BEFORE -> "it was answered before; your answer changes nothing";
      case NOT_OPEN -> "it is no longer asked; your answer changes nothing";
      case COUNTED, LEFT_IN_INBOX -> "";
    };
  }

  /// @return empty if it is no answer
  public static Optional<Answer> read(String line) {
    int end = line.indexOf(' ');
    var word = end < 0 ? line : line.substring(0, end);
    var rest = end < 0 ? "" : line.substring(end).strip();
    return switch (word) {
      case "y", "yes" -> Optional.of(new Answer.Yes(Answer.Scope.ONCE));
      case "s", "session" -> Optional.of(new Answer.Yes(Answer.Scope.SESSION));
      case "a", "always" -> Optional.of(new Answer.Yes(Answer.Scope.ALWAYS));
      case "n", "no" -> Optional.of(new Answer.No(rest, Answer.Then.GO_ON));
      default -> Optional.empty();
    };
  }
}
