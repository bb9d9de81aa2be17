package dev.drover.runtime.policy.shell;

/// A word that is being read: its text so far, and what was seen that makes it more than its text.
final class WordDraft {
  private final int start;
  private final StringBuilder text = new StringBuilder();
  private boolean expands;
  private boolean quoted;

  /// How much of the text is sure to begin each word that comes of it.
  private int certain = Integer.MAX_VALUE;

  /// Whether its value may be code to arithmetic, which evaluates texts that hold a substitution.
  private boolean loose;

  private char last = Cursor.END;

  /// Where an unquoted `{` or `[` opened, what may come to be a pattern or a list.
  private int brace = -1;

  private boolean braceSplits;
  private int bracket = -1;

  private String assigned = "";

  /// Whether all of it so far may stand in a name; asked before each character that follows.
  private boolean named = true;

  WordDraft(int start) {
    this.start = start;
  }

  int start() {
    return start;
  }

  /// A character that no quote protects.
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
    named &= Cursor.isOfName(c) && (!text.isEmpty() || !Character.isDigit(c));
    text.append(c);
    last = c;
  }

  /// The name of a file may be any text.
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
    last = Cursor.END;
  }

  /// Something here is replaced by what cannot be known, and what it becomes may be split.
  void expansion() {
    expandsFrom(0);
    loose = true;
    last = Cursor.END;
  }

  /// Something here is replaced by a text that stays within this word.
  void quotedExpansion() {
    expandsFrom(text.length());
    loose = true;
    markQuoted();
  }

  /// Something here is replaced by a number.
  void number() {
    expandsFrom(text.length());
    last = Cursor.END;
  }

  boolean isLoose() {
    return loose;
  }

  void loosen(boolean more) {
    loose |= more;
  }

  /// Whether it is made of bare characters alone, so that it may be a name or a reserved word.
  boolean isBare() {
    return !quoted && !expands;
  }

  boolean isBareName() {
    return isBare() && named && !text.isEmpty();
  }

  /// Takes what was read so far for the name of a variable that gets what follows.
  void assign(String name) {
    text.append('=');
    last = '=';
    assigned = name;
  }

  boolean isAssignment() {
    return !assigned.isEmpty();
  }

  Assignment assignment() {
    return new Assignment(assigned, Assignment.Value.looseIf(loose));
  }

  String text() {
    return text.toString();
  }

  Word word(String source) {
    return expands
        ? new Word.Unknown(source, text.substring(0, Math.min(certain, text.length())))
        : new Word.Literal(source, text());
  }
}
