package dev.drover.tools.search.line;

import static dev.drover.tools.search.line.Syntax.One.MANY;

/// The longest text that is in every line an expression matches. Empty if there is none.
final class RequiredText {
  private final StringBuilder current = new StringBuilder();
  private String longest = "";

  private RequiredText() {}

  static String of(Syntax syntax) {
    var text = new RequiredText();
    text.add(syntax);
    text.endRun();
    return text.longest;
  }

  /// The whole text, if the expression is nothing but a text.
  static boolean isAll(Syntax syntax) {
    return switch (syntax) {
      case Syntax.One one -> one.only() != MANY;
      case Syntax.Sequence(var parts) -> parts.stream().allMatch(RequiredText::isAll);
      case Syntax.Choice _, Syntax.Repeat _, Syntax.Condition _ -> false;
    };
  }

  private void add(Syntax syntax) {
    switch (syntax) {
      case Syntax.One one when one.only() != MANY -> current.appendCodePoint(one.only());
      case Syntax.Sequence(var parts) -> parts.forEach(this::add);
      case Syntax.Repeat(var part, int least, _) when least > 0 -> {
        // Once at least, but what comes before and after it may be further away.
        endRun();
        add(part);
        endRun();
      }
      case Syntax.One _, Syntax.Choice _, Syntax.Repeat _ -> endRun();
      case Syntax.Condition _ -> {}
    }
  }

  private void endRun() {
    if (current.length() > longest.length()) {
      longest = current.toString();
    }
    current.setLength(0);
  }
}
