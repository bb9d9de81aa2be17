package dev.drover.shell;

/// A word that is being read: its text so far, and the expansions and patterns in it.
final class WordDraft {
  private final int start;
  private final StringBuilder text = new StringBuilder();
  private boolean expands;
  private boolean quoted;

  /// The length of the text that is certain to begin each resulting word.
  private int certain = Integer.MAX_VALUE;

  /// Whether its value may be code in arithmetic, which evaluates texts that contain a
  /// substitution.
  private boolean loose;

  private char last = ShellCursor.END;

  /// The index of an unquoted `{` or `[` that may begin a list or a pattern.
  private int brace = -1;

  private boolean braceSplits;
  private int bracket = -1;

  private String assigned = "";

  /// Whether all characters so far are valid in a name; checked before each next character.
  private boolean named = true;

  WordDraft(int start) {
    this.start = start;
  }

  int start() {
    return start;
  }

  /// An unquoted character.
  void bare(char c) {
    switch (c) {
      case '$', '`' -> loose = true;
      case '*', '?' -> pattern(text.length());
      case '[' -> bracket = bracket < 0 ? text.length() : bracket;
      case ']' -> {
        if (bracket >= 0) {
          pattern(bracket);
        }
      }
      case '{' -> brace = brace < 0 ? text.length() : brace;
      case ',' -> braceSplits |= brace >= 0;
      case '.' -> braceSplits |= brace >= 0 && last == '.';
      case '}' -> {
        if (braceSplits) {
          expandsFrom(brace);
        }
      }
      case '~' -> {
        if ((text.isEmpty() && !quoted) || last == '=' || last == ':') {
          expandsFrom(0);
        }
      }
      default -> {}
    }
    named &= ShellCursor.isOfName(c) && (!text.isEmpty() || !Character.isDigit(c));
    text.append(c);
    last = c;
  }

  /// A file name may be any text.
  private void pattern(int start) {
    loose = true;
    expandsFrom(start);
  }

  private void expandsFrom(int start) {
    expands = true;
    certain = Math.min(certain, start);
  }

  void quoted(char c) {
    loose |= c == '$' || c == '`';
    text.append(c);
    markQuoted();
  }

  void quoted(String more) {
    loose |= more.indexOf('$') >= 0 || more.indexOf('`') >= 0;
    text.append(more);
    markQuoted();
  }

  private void markQuoted() {
    quoted = true;
    last = ShellCursor.END;
  }

  /// An expansion with an unknown result, which may be split.
  void expansion() {
    expandsFrom(0);
    loose = true;
    last = ShellCursor.END;
  }

  /// An expansion with a text result that stays within this word.
  void quotedExpansion() {
    expandsFrom(text.length());
    loose = true;
    markQuoted();
  }

  /// An expansion with a number as result.
  void number() {
    expandsFrom(text.length());
    last = ShellCursor.END;
  }

  boolean isLoose() {
    return loose;
  }

  void loosen(boolean more) {
    loose |= more;
  }

  /// Whether it consists of bare characters only, so that it may be a name or a reserved word.
  boolean isBare() {
    return !quoted && !expands;
  }

  boolean isBareName() {
    return isBare() && named && !text.isEmpty();
  }

  /// Treats the text so far as the name of a variable that is assigned the rest.
  void assign(String name) {
    text.append('=');
    last = '=';
    assigned = name;
  }

  boolean isAssignment() {
    return !assigned.isEmpty();
  }

  VariableAssignment assignment() {
    return new VariableAssignment(assigned, VariableAssignment.Value.looseIf(loose));
  }

  String text() {
    return text.toString();
  }

  ShellWord word(String source) {
    return expands
        ? new ShellWord.Unknown(source, text.substring(0, Math.min(certain, text.length())))
        : new ShellWord.Literal(source, text());
  }
}
