package dev.drover.runtime.policy.shell;

/// A word that is being read: its text so far, and what was seen that makes it more than its text.
final class WordDraft {
  private final int start;
  private final StringBuilder text = new StringBuilder();
  private boolean expands;
  private boolean quoted;
  private char last = Cursor.END;

  /// Where an unquoted `{` or `[` opened, what may come to be a pattern or a list.
  private boolean braceOpen;

  private boolean braceSplits;
  private boolean bracketOpen;

  private boolean assigns;

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
      case '*', '?' -> expands = true;
      case '[' -> bracketOpen = true;
      case ']' -> expands |= bracketOpen;
      case '{' -> braceOpen = true;
      case ',' -> braceSplits |= braceOpen;
      case '.' -> braceSplits |= braceOpen && last == '.';
      case '}' -> expands |= braceSplits;
      case '~' -> expands |= (text.isEmpty() && !quoted) || last == '=' || last == ':';
      default -> {}
    }
    named &= Cursor.isOfName(c) && (!text.isEmpty() || !Character.isDigit(c));
    text.append(c);
    last = c;
  }

  void quoted(char c) {
    text.append(c);
    markQuoted();
  }

  void quoted(String more) {
    text.append(more);
    markQuoted();
  }

  private void markQuoted() {
    quoted = true;
    last = Cursor.END;
  }

  /// Something here is replaced by what cannot be known.
  void expansion() {
    expands = true;
    last = Cursor.END;
  }

  /// Whether it is made of bare characters alone, so that it may be a name or a reserved word.
  boolean isBare() {
    return !quoted && !expands;
  }

  boolean isBareName() {
    return isBare() && named && !text.isEmpty();
  }

  /// Takes what was read so far for the name of a variable that gets what follows.
  void assign() {
    text.append('=');
    last = '=';
    assigns = true;
  }

  boolean isAssignment() {
    return assigns;
  }

  String text() {
    return text.toString();
  }

  Word word(String source) {
    return expands ? new Word.Unknown(source) : new Word.Literal(source, text());
  }
}
