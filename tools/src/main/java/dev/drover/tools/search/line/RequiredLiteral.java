package dev.drover.tools.search.line;

import static dev.drover.tools.search.line.RegexNode.One.MANY;

/// The longest text contained in every line that an expression matches. Empty if there is none.
final class RequiredLiteral {
  private final StringBuilder current = new StringBuilder();
  private String longest = "";

  private RequiredLiteral() {}

  static String of(RegexNode syntax) {
    var text = new RequiredLiteral();
    text.add(syntax);
    text.endRun();
    return text.longest;
  }

  /// Whether the expression is nothing but a fixed text.
  static boolean isAll(RegexNode syntax) {
    return switch (syntax) {
      case RegexNode.One one -> one.only() != MANY;
      case RegexNode.Sequence(var parts) -> parts.stream().allMatch(RequiredLiteral::isAll);
      case RegexNode.Choice _, RegexNode.Repeat _, RegexNode.Condition _ -> false;
    };
  }

  private void add(RegexNode syntax) {
    switch (syntax) {
      case RegexNode.One one when one.only() != MANY -> current.appendCodePoint(one.only());
      case RegexNode.Sequence(var parts) -> parts.forEach(this::add);
      case RegexNode.Repeat(var part, int least, _) when least > 0 -> {
        // It occurs at least once, but the text before and after it may not be adjacent.
        endRun();
        add(part);
        endRun();
      }
      case RegexNode.One _, RegexNode.Choice _, RegexNode.Repeat _ -> endRun();
      case RegexNode.Condition _ -> {}
    }
  }

  private void endRun() {
    if (current.length() > longest.length()) {
      longest = current.toString();
    }
    current.setLength(0);
  }
}
