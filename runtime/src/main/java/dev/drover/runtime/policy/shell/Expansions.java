package dev.drover.runtime.policy.shell;

/// Reads what a shell replaces by something else, and hands on the commands that run for it.
///
/// What is inside is parsed, never skipped: a `)` in a quote or in a `case` does not end a
/// substitution. Where bash itself reads a text in two ways, the line is refused.
final class Expansions {
  private static final String SPECIAL_PARAMETERS = "@*#?-$!";

  private final Cursor cursor;
  private final Nesting nesting;
  private final Gathering found;

  /// Around an expansion.
  enum Inside {
    NOTHING,
    QUOTES
  }

  /// Parses the commands inside an expansion.
  interface Nesting {
    /// A list at the cursor, up to and with the `)`.
    void untilParenthesis();

    /// A text of its own.
    void text(String script);

    /// One quote, escape or expansion at the cursor.
    void piece();
  }

  Expansions(Cursor cursor, Nesting nesting, Gathering found) {
    this.cursor = cursor;
    this.nesting = nesting;
    this.found = found;
  }

  /// At `<(` or `>(`.
  void processSubstitution() {
    cursor.skip();
    cursor.accept('(');
    nesting.untilParenthesis();
  }

  /// At a `$`.
  ///
  /// @return whether it starts an expansion; if not, nothing was consumed
  boolean dollar(Inside inside) {
    char next = cursor.lookBehindNext();
    if (next == '(') {
      cursor.acceptBoth('$', '(');
      parenthesis();
    } else if (next == '{') {
      cursor.acceptBoth('$', '{');
      found.descend();
      braced(inside);
      found.ascend();
    } else if (next == '[') {
      cursor.accept('$');
      subscript();
    } else if (Cursor.isOfName(next) || SPECIAL_PARAMETERS.indexOf(next) >= 0) {
      cursor.accept('$');
      name();
    } else {
      return false;
    }
    return true;
  }

  private String name() {
    cursor.look();
    if (!Cursor.isOfName(cursor.raw()) || Character.isDigit(cursor.raw())) {
      return String.valueOf(cursor.takeRaw());
    }
    var name = new StringBuilder();
    while (Cursor.isOfName(cursor.look())) {
      name.append(cursor.takeRaw());
    }
    return name.toString();
  }

  /// After `$(`: arithmetic, if the parentheses close together, else commands.
  private void parenthesis() {
    int start = cursor.at();
    if (cursor.accept('(')) {
      int end = arithmeticEnd();
      if (end >= 0) {
        arithmetic(end);
        return;
      }
    }
    cursor.moveTo(start);
    nesting.untilParenthesis();
  }

  /// After `((`.
  ///
  /// @return where the `))` stands that closes it; negative if the parentheses close apart, and it
  ///   is a list inside a list
  int arithmeticEnd() {
    int start = cursor.at();
    int open = 1;
    int end = -1;
    while (open > 0 && cursor.look() != Cursor.END) {
      int here = cursor.at();
      char c = cursor.takeRaw();
      switch (c) {
        case '(' -> open++;
        case ')' -> {
          if (--open == 0 && cursor.look() == ')') {
            end = here;
          }
        }
        case '\\' -> cursor.takeRaw();
        case '\'', '"', '`' -> skipQuoted(c);
        default -> {}
      }
    }
    cursor.moveTo(start);
    return end;
  }

  private void skipQuoted(char quote) {
    while (cursor.raw() != quote && cursor.raw() != Cursor.END) {
      if (cursor.takeRaw() == '\\' && quote != '\'') {
        cursor.takeRaw();
      }
    }
    cursor.takeRaw();
  }

  /// Reads an arithmetic text up to its end, and past the `))` there.
  void arithmetic(int end) {
    found.evaluates();
    while (cursor.at() < end) {
      evaluated();
    }
    if (cursor.at() != end) {
      throw new Malformed("an arithmetic expression does not end where its parentheses do");
    }
    cursor.acceptBoth(')', ')');
  }

  /// At `[`, up to after its `]`. What is inside is evaluated as arithmetic.
  void subscript() {
    cursor.accept('[');
    found.evaluates();
    int open = 1;
    while (open > 0) {
      char c = cursor.look();
      if (c == Cursor.END) {
        throw new Malformed("a [ is never closed");
      }
      open += c == '[' ? 1 : c == ']' ? -1 : 0;
      evaluated();
    }
  }

  /// One piece of a text that is evaluated: whatever it names may get a value.
  private void evaluated() {
    char c = cursor.look();
    if (Cursor.isOfName(c) && !Character.isDigit(c)) {
      found.assigns(name());
    } else if (c == '\'' || (c == '$' && cursor.lookBehindNext() == '\'')) {
      throw new Malformed("a ' in an arithmetic expression is read in two ways");
    } else if ("\"$`\\".indexOf(c) >= 0) {
      nesting.piece();
    } else {
      cursor.takeRaw();
    }
  }

  /// After `${`.
  private void braced(Inside inside) {
    char first = cursor.look();
    if (Cursor.isBlank(first) || first == '\n' || first == '|') {
      throw new Malformed("${ is followed by a command");
    }
    int start = cursor.at();
    boolean prefixed = (first == '!' || first == '#') && cursor.lookBehindNext() != '}';
    if (prefixed) {
      cursor.skip();
    }
    var name = name();
    if (cursor.look() == '[') {
      subscript();
    }
    operator(prefixed ? "" : name);
    while (!cursor.accept('}')) {
      operand(inside, start);
    }
  }

  /// @param name of the variable; empty if it is the one that another variable names
  private void operator(String name) {
    char c = cursor.look();
    char next = cursor.lookBehindNext();
    if (c == '@' && next == 'P') {
      throw new Malformed("${…@P} runs what a variable holds");
    }
    if (c == '=' || (c == ':' && next == '=')) {
      if (name.isEmpty()) {
        throw new Malformed("${!…=…} sets a variable of which nobody knows which it is");
      }
      found.assigns(name);
    } else if (c == ':' && "-?+".indexOf(next) < 0) {
      found.evaluates();
    }
  }

  private void operand(Inside inside, int start) {
    char c = cursor.look();
    switch (c) {
      case Cursor.END -> throw new Malformed("a ${ is never closed");
      case '\'' -> {
        if (inside == Inside.QUOTES) {
          throw new Malformed(
              "a ' in \"${%s…}\" is read in two ways".formatted(cursor.from(start)));
        }
        nesting.piece();
      }
      case '"', '\\' -> nesting.piece();
      case '`' -> backquoted(inside);
      case '$' -> {
        char next = cursor.lookBehindNext();
        if (next == '\'' || next == '"') {
          throw new Malformed("a $%c inside ${ } is read in two ways".formatted(next));
        }
        if (!dollar(inside)) {
          cursor.skip();
        }
      }
      case '<', '>' -> {
        if (cursor.lookBehindNext() == '(') {
          processSubstitution();
        } else {
          cursor.skip();
        }
      }
      default -> cursor.skip();
    }
  }

  /// At a backquote. Inside, a backslash before a backquote, a `$` or a backslash goes away before
  /// anything else is looked at.
  void backquoted(Inside inside) {
    cursor.skip();
    var script = new StringBuilder();
    while (cursor.raw() != '`') {
      char c = cursor.takeRaw();
      if (c == Cursor.END) {
        throw new Malformed("a ` is never closed");
      }
      if (c == '\\' && isEscapable(cursor.raw(), inside)) {
        c = cursor.takeRaw();
      }
      script.append(c);
    }
    cursor.skip();
    nesting.text(script.toString());
  }

  private static boolean isEscapable(char c, Inside inside) {
    return c == '`' || c == '$' || c == '\\' || (inside == Inside.QUOTES && c == '"');
  }
}
