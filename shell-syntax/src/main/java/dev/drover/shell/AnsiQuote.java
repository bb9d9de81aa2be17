package dev.drover.shell;

/// The text between `$'` and `'`, where a backslash has the meanings it has in C.
final class AnsiQuote {
  private static final String ESCAPED = "abeEfnrtv\\'\"?";
  private static final String MEANT = "\u0007\b\u001b\u001b\f\n\r\t\u000b\\'\"?";

  private final ShellCursor cursor;
  private final StringBuilder text = new StringBuilder();

  private AnsiQuote(ShellCursor cursor) {
    this.cursor = cursor;
  }

  /// Reads from after `$'` to after the closing quote.
  static String read(ShellCursor cursor) {
    var quote = new AnsiQuote(cursor);
    quote.body();
    return quote.text.toString();
  }

  private void body() {
    while (cursor.raw() != '\'') {
      char c = cursor.takeRaw();
      if (c == ShellCursor.END) {
        throw new MalformedShell("a $' is never closed");
      }
      if (c == '\\') {
        escape(cursor.takeRaw());
      } else {
        text.append(c);
      }
    }
    cursor.skip();
  }

  private void escape(char c) {
    int known = ESCAPED.indexOf(c);
    if (known >= 0) {
      text.append(MEANT.charAt(known));
      return;
    }
    switch (c) {
      case ShellCursor.END -> throw new MalformedShell("a $' is never closed");
      case 'x' -> number(16, 2);
      case 'u' -> number(16, 4);
      case 'U' -> number(16, 8);
      // Bash searches for the closing quote before it knows which characters this consumes.
      case 'c' -> throw new MalformedShell("a \\c in a $' is read in two ways");
      case '0', '1', '2', '3', '4', '5', '6', '7' -> {
        cursor.moveTo(cursor.at() - 1);
        number(8, 3);
      }
      default -> text.append('\\').append(c);
    }
  }

  /// A number above 127 is one byte of a multi-byte character, which is not assembled here, and a
  /// NUL ends the word for the shell. Neither occurs in legitimate commands.
  private void number(int radix, int digits) {
    int start = cursor.at();
    long value = 0;
    while (cursor.at() - start < digits && Character.digit(cursor.raw(), radix) >= 0) {
      value = value * radix + Character.digit(cursor.takeRaw(), radix);
    }
    if (cursor.at() == start || value == 0 || value > 127) {
      throw new MalformedShell("a $' has an escape that is not a plain character");
    }
    text.append((char) value);
  }
}
