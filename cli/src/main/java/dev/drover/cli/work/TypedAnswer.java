package dev.drover.cli.work;

import dev.drover.cli.screen.Look;
import dev.drover.cli.screen.StyledText;
import dev.drover.kernel.Answer;
import java.util.Optional;

/// What people type when a run asks.
public final class TypedAnswer {
  public static final String HINT = "y, n, v, s or a; a reason may follow n, for the model to read";

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
