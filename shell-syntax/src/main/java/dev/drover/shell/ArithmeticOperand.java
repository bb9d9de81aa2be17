package dev.drover.shell;

/// A word or an expansion as an operand of an arithmetic expression.
///
/// Arithmetic evaluates the values of variables, and the values of the variables that those name,
/// and runs the substitutions in subscripts that it finds there. So a text that is not known before
/// the line runs may be code in arithmetic.
sealed interface ArithmeticOperand {
  /// Nothing to evaluate.
  record Constant() implements ArithmeticOperand {}

  record Variable(String name) implements ArithmeticOperand {}

  /// Any text.
  record Other() implements ArithmeticOperand {}

  /// @param source as written in the line
  static ArithmeticOperand read(String source) {
    var text = unquoted(source);
    if (ShellCursor.isName(text)) {
      return new Variable(text);
    }
    if (!text.startsWith("$")) {
      return isTame(text) ? new Constant() : new Other();
    }
    var inner = text.substring(1);
    boolean braced = inner.startsWith("{") && inner.endsWith("}");
    var name = braced ? inner.substring(1, inner.length() - 1) : inner;
    if (ShellCursor.isName(name)) {
      return new Variable(name);
    }
    boolean counts =
        (name.length() == 1 && "#?$!".contains(name))
            || (braced && name.startsWith("#"))
            || inner.startsWith("((")
            || inner.startsWith("[");
    if (counts) {
      return new Constant();
    }
    int subscript = name.indexOf('[');
    return braced && subscript > 0 && name.endsWith("]") && isElement(name, subscript)
        ? new Variable(name.substring(0, subscript))
        : new Other();
  }

  /// The subscript itself was read in its place.
  private static boolean isElement(String name, int subscript) {
    return ShellCursor.isName(name.substring(0, subscript));
  }

  private static boolean isTame(String text) {
    return text.chars().noneMatch(c -> Character.isLetter(c) || "_[$`\\\"".indexOf(c) >= 0);
  }

  private static String unquoted(String source) {
    boolean quoted = source.length() >= 2 && source.startsWith("\"") && source.endsWith("\"");
    return quoted ? source.substring(1, source.length() - 1) : source;
  }
}
