package dev.drover.shell;

import java.util.LinkedHashSet;
import java.util.Set;

/// Reads expansions, and reports the commands that run for them.
///
/// The content is parsed, never skipped: a `)` in a quote or in a `case` does not end a
/// substitution. Where bash itself reads a text in two ways, the line is refused.
final class ExpansionReader {
  private static final String SPECIAL_PARAMETERS = "@*#?-$!";

  private final ShellCursor cursor;
  private final Nesting nesting;
  private final ParseCollector found;

  /// The context of an expansion.
  enum Inside {
    NOTHING,
    QUOTES
  }

  /// Parses the commands inside an expansion.
  interface Nesting {
    /// A list at the cursor, up to and including the `)`.
    void untilParenthesis();

    /// A separate text.
    void text(String script);

    /// One quote, escape or expansion at the cursor.
    void piece();
  }

  ExpansionReader(ShellCursor cursor, Nesting nesting, ParseCollector found) {
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

  /// The result of an expansion.
  enum Outcome {
    /// There is no expansion, and nothing was consumed.
    NONE,
    NUMBER,
    /// A text that stays one word inside quotes.
    TEXT,
    /// Several words, even inside quotes.
    WORDS
  }

  /// At a `$`.
  Outcome dollar(Inside inside) {
    char next = cursor.lookBehindNext();
    if (next == '(') {
      cursor.acceptBoth('$', '(');
      return parenthesis();
    }
    if (next == '{') {
      cursor.acceptBoth('$', '{');
      int start = cursor.at();
      found.descend();
      braced(inside);
      found.ascend();
      return braced(cursor.from(start));
    }
    if (next == '[') {
      cursor.accept('$');
      subscript();
      return Outcome.NUMBER;
    }
    if (ShellCursor.isOfName(next) || SPECIAL_PARAMETERS.indexOf(next) >= 0) {
      cursor.accept('$');
      name();
      return next == '@'
          ? Outcome.WORDS
          : "#?$!".indexOf(next) >= 0 ? Outcome.NUMBER : Outcome.TEXT;
    }
    return Outcome.NONE;
  }

  private static Outcome braced(String source) {
    boolean length = source.startsWith("#") && source.length() > 2;
    return length ? Outcome.NUMBER : source.indexOf('@') >= 0 ? Outcome.WORDS : Outcome.TEXT;
  }

  private String name() {
    cursor.look();
    if (!ShellCursor.isOfName(cursor.raw()) || Character.isDigit(cursor.raw())) {
      return String.valueOf(cursor.takeRaw());
    }
    var name = new StringBuilder();
    while (ShellCursor.isOfName(cursor.look())) {
      name.append(cursor.takeRaw());
    }
    return name.toString();
  }

  /// After `$(`: arithmetic, if the parentheses close together, else commands.
  private Outcome parenthesis() {
    int start = cursor.at();
    if (cursor.accept('(')) {
      int end = arithmeticEnd();
      if (end >= 0) {
        arithmetic(end);
        return Outcome.NUMBER;
      }
    }
    cursor.moveTo(start);
    nesting.untilParenthesis();
    return Outcome.TEXT;
  }

  /// After `((`.
  ///
  /// @return the index of the closing `))`; negative if the parentheses close separately, and it is
  ///   a list inside a list
  int arithmeticEnd() {
    int start = cursor.at();
    int open = 1;
    int end = -1;
    while (open > 0 && cursor.look() != ShellCursor.END) {
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
    while (cursor.raw() != quote && cursor.raw() != ShellCursor.END) {
      if (cursor.takeRaw() == '\\' && quote != '\'') {
        cursor.takeRaw();
      }
    }
    cursor.takeRaw();
  }

  /// Reads an arithmetic text up to its end, and past the `))` there.
  void arithmetic(int end) {
    var evaluation = new Evaluation();
    while (cursor.at() < end) {
      evaluated(evaluation);
    }
    if (cursor.at() != end) {
      throw new MalformedShell("an arithmetic expression does not end where its parentheses do");
    }
    cursor.acceptBoth(')', ')');
    evaluation.end();
  }

  /// At `[`, up to after its `]`. The content is evaluated as arithmetic.
  void subscript() {
    cursor.accept('[');
    var evaluation = new Evaluation();
    int open = 1;
    while (open > 0) {
      char c = cursor.look();
      if (c == ShellCursor.END) {
        throw new MalformedShell("a [ is never closed");
      }
      open += c == '[' ? 1 : c == ']' ? -1 : 0;
      evaluated(evaluation);
    }
    evaluation.end();
  }

  /// The variables of one arithmetic expression. If any part of it assigns, each of them may be the
  /// variable that is assigned.
  private final class Evaluation {
    private final Set<String> names = new LinkedHashSet<>();
    private boolean assigns;

    void end() {
      found.evaluates();
      for (var name : names) {
        found.evaluates(name);
        if (assigns) {
          found.assigns(name, VariableAssignment.Value.TAME);
        }
      }
    }
  }

  /// One piece of a text that is evaluated.
  private void evaluated(Evaluation evaluation) {
    char c = cursor.look();
    char next = cursor.lookBehindNext();
    if (ShellCursor.isOfName(c) && !Character.isDigit(c)) {
      evaluation.names.add(name());
    } else if (c == '\'' || (c == '$' && next == '\'')) {
      throw new MalformedShell("a ' in an arithmetic expression is read in two ways");
    } else if ("\"$`\\".indexOf(c) >= 0) {
      int start = cursor.at();
      nesting.piece();
      found.evaluatesOperand(cursor.from(start));
    } else if ((c == next && "=<>".indexOf(c) >= 0) || (next == '=' && "<>!".indexOf(c) >= 0)) {
      cursor.acceptBoth(c, next);
    } else {
      evaluation.assigns |= c == '=' || (c == next && (c == '+' || c == '-'));
      cursor.takeRaw();
    }
  }

  /// After `${`.
  private void braced(Inside inside) {
    char first = cursor.look();
    if (ShellCursor.isBlank(first) || first == '\n' || first == '|') {
      throw new MalformedShell("${ is followed by a command");
    }
    int start = cursor.at();
    boolean prefixed = (first == '!' || first == '#') && cursor.lookBehindNext() != '}';
    if (prefixed) {
      cursor.skip();
    }
    var name = name();
    boolean element = cursor.look() == '[';
    if (element) {
      subscript();
    }
    if (first == '!' && prefixed && !listsNames(cursor.from(start), element)) {
      found.evaluates();
      found.opaque("`${!%s}` stands for what another variable names".formatted(name));
    }
    if (operator(prefixed ? "" : name)) {
      substring();
    }
    while (!cursor.accept('}')) {
      operand(inside, start);
    }
  }

  /// `${!x[@]}` and `${!x*}` are names and keys, not values.
  private boolean listsNames(String source, boolean element) {
    return element
        ? (source.endsWith("[@]") || source.endsWith("[*]")) && cursor.look() == '}'
        : (cursor.look() == '*' || cursor.look() == '@') && cursor.lookBehindNext() == '}';
  }

  /// After `:`, the offset and length of a substring.
  private void substring() {
    cursor.accept(':');
    var evaluation = new Evaluation();
    while (cursor.look() != '}') {
      if (cursor.look() == ShellCursor.END) {
        throw new MalformedShell("a ${ is never closed");
      }
      evaluated(evaluation);
    }
    evaluation.end();
  }

  /// @param name of the variable; empty if it is the one that another variable names
  /// @return whether a part of the value is selected
  private boolean operator(String name) {
    char c = cursor.look();
    char next = cursor.lookBehindNext();
    if (c == '@' && next == 'P') {
      throw new MalformedShell("${…@P} runs what a variable holds");
    }
    if (c == '=' || (c == ':' && next == '=')) {
      if (name.isEmpty()) {
        throw new MalformedShell("${!…=…} sets a variable of which nobody knows which it is");
      }
      found.assigns(name, VariableAssignment.Value.LOOSE);
    }
    return c == ':' && "-?+=".indexOf(next) < 0;
  }

  private void operand(Inside inside, int start) {
    char c = cursor.look();
    switch (c) {
      case ShellCursor.END -> throw new MalformedShell("a ${ is never closed");
      case '\'' -> {
        if (inside == Inside.QUOTES) {
          throw new MalformedShell(
              "a ' in \"${%s…}\" is read in two ways".formatted(cursor.from(start)));
        }
        nesting.piece();
      }
      case '"', '\\' -> nesting.piece();
      case '`' -> backquoted(inside);
      case '$' -> {
        char next = cursor.lookBehindNext();
        if (next == '\'' || next == '"') {
          throw new MalformedShell("a $%c inside ${ } is read in two ways".formatted(next));
        }
        if (dollar(inside) == Outcome.NONE) {
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

  /// At a backquote. Inside, a backslash before a backquote, a `$` or a backslash is removed first.
  void backquoted(Inside inside) {
    cursor.skip();
    var script = new StringBuilder();
    while (cursor.raw() != '`') {
      char c = cursor.takeRaw();
      if (c == ShellCursor.END) {
        throw new MalformedShell("a ` is never closed");
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
