package dev.drover.runtime.policy.shell;

import dev.drover.runtime.policy.shell.ShellParser.Parts;
import dev.drover.runtime.policy.shell.WordReader.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Reads commands with structure: groups, conditions, loops, `case`, functions, coprocesses. Which
/// of their lists would run is not asked; all are handed on.
final class CompoundReader {
  /// The words that begin one.
  static final Set<String> OPENING =
      Set.of("{", "if", "while", "until", "for", "select", "case", "[[", "function", "coproc");

  private static final Set<String> ARITHMETIC_TESTS =
      Set.of("-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v", "-R");

  private static final Set<String> PATTERN_TESTS = Set.of("=~", "==", "=", "!=");

  private final ShellParser parser;
  private final Cursor cursor;
  private final WordReader words;
  private final Expansions expansions;
  private final SimpleReader simple;
  private final Gathering found;
  private final Dialect dialect;

  CompoundReader(Parts parts, SimpleReader simple, Gathering found, Dialect dialect) {
    this.parser = parts.parser();
    this.cursor = parts.cursor();
    this.words = parts.words();
    this.expansions = parts.expansions();
    this.simple = simple;
    this.found = found;
    this.dialect = dialect;
  }

  static boolean isOpening(Cursor cursor) {
    return cursor.look() == '(' || OPENING.contains(cursor.bareWord());
  }

  /// @param word the reserved word that is next; empty before a `(`
  void read(String word) {
    if (word.isEmpty()) {
      parentheses();
    } else {
      parser.acceptWord(word);
      reserved(word);
    }
    if (!word.equals("coproc")) {
      simple.redirects();
    }
  }

  private void reserved(String word) {
    switch (word) {
      case "{" -> {
        body();
        parser.expectWord("}");
      }
      case "if" -> conditions();
      case "while", "until" -> {
        body();
        loop();
      }
      case "for", "select" -> each();
      case "case" -> cases();
      case "[[" -> test();
      case "function" -> function();
      default -> coprocess();
    }
  }

  private void body() {
    parser.newlines();
    parser.list();
  }

  private void parentheses() {
    cursor.accept('(');
    int start = cursor.at();
    if (cursor.accept('(')) {
      int end = expansions.arithmeticEnd();
      if (end >= 0) {
        onlyBash("((");
        expansions.arithmetic(end);
        return;
      }
    }
    cursor.moveTo(start);
    body();
    parser.expect(')');
  }

  private void onlyBash(String construct) {
    if (dialect == Dialect.OTHER) {
      throw new Malformed("%s means something else outside bash".formatted(construct));
    }
  }

  private void conditions() {
    do {
      body();
      parser.expectWord("then");
      body();
      cursor.skipBlanks();
    } while (parser.acceptWord("elif"));
    if (parser.acceptWord("else")) {
      body();
    }
    parser.expectWord("fi");
  }

  private void loop() {
    parser.expectWord("do");
    body();
    parser.expectWord("done");
  }

  private void each() {
    cursor.skipBlanks();
    if (cursor.acceptBoth('(', '(')) {
      onlyBash("for ((");
      int end = expansions.arithmeticEnd();
      if (end < 0) {
        throw new Malformed("a for (( is never closed");
      }
      expansions.arithmetic(end);
    } else {
      variable();
    }
    cursor.skipBlanks();
    if (cursor.look() == ';' && cursor.lookBehindNext() != ';') {
      cursor.skip();
    }
    parser.newlines();
    if (parser.acceptWord("{")) {
      body();
      parser.expectWord("}");
    } else {
      loop();
    }
  }

  private void variable() {
    var name = words.read(Place.ARGUMENT);
    if (name == null || !name.isBareName()) {
      throw new Malformed("a loop has no variable");
    }
    int start = cursor.at();
    parser.newlines();
    if (!parser.acceptWord("in")) {
      cursor.moveTo(start);
      found.assigns(name.text(), Assignment.Value.LOOSE);
      return;
    }
    found.assigns(name.text(), Assignment.Value.looseIf(values()));
    if (cursor.look() != ';' && cursor.look() != '\n' && cursor.look() != '#') {
      throw parser.unexpected();
    }
  }

  /// @return whether one of them may be code to arithmetic
  private boolean values() {
    boolean loose = false;
    while (true) {
      cursor.skipBlanks();
      var value = cursor.look() == '#' ? null : words.read(Place.ARGUMENT);
      if (value == null) {
        return loose;
      }
      loose |= value.isLoose();
    }
  }

  private void cases() {
    argument();
    parser.newlines();
    parser.expectWord("in");
    parser.newlines();
    while (!parser.acceptWord("esac")) {
      patterns();
      parser.newlines();
      if (cursor.look() != ';' && !cursor.bareWord().equals("esac")) {
        parser.list();
      }
      cursor.skipBlanks();
      if (cursor.acceptBoth(';', ';') || cursor.acceptBoth(';', '&')) {
        cursor.accept('&');
        parser.newlines();
      } else {
        parser.expectWord("esac");
        return;
      }
    }
  }

  private void patterns() {
    cursor.accept('(');
    do {
      argument();
      cursor.skipBlanks();
    } while (cursor.accept('|'));
    parser.expect(')');
  }

  /// After `[[`. Operators and operands are not told apart further: only expansions run commands.
  private void test() {
    onlyBash("[[");
    var place = Place.ARGUMENT;
    var operands = new ArrayList<String>();
    int open = 0;
    while (true) {
      blanksAndLineBreaks();
      if (open == 0 && closing()) {
        evaluate(operands);
        return;
      }
      char c = cursor.look();
      if (place == Place.ARGUMENT && (c == '(' || c == ')')) {
        open += c == '(' ? 1 : -1;
        cursor.skip();
      } else if (!cursor.acceptBoth('&', '&') && !cursor.acceptBoth('|', '|') && !isComparison()) {
        place = operand(place, operands);
      }
    }
  }

  private boolean closing() {
    return cursor.bareWord().equals("]]") && parser.acceptWord("]]");
  }

  private void blanksAndLineBreaks() {
    cursor.skipBlanks();
    while (cursor.look() == '\n') {
      if (!parser.documents().isEmpty()) {
        throw new Malformed("a here-document and a [[ are entangled");
      }
      cursor.skip();
      cursor.skipBlanks();
    }
  }

  private boolean isComparison() {
    char c = cursor.look();
    return (c == '<' || c == '>') && cursor.lookBehindNext() != '(' && cursor.accept(c);
  }

  /// Where anything in a test is arithmetic, each of its operands may be an operand of that.
  private void evaluate(List<String> operands) {
    if (operands.stream().anyMatch(ARITHMETIC_TESTS::contains)) {
      operands.stream().filter(each -> !each.startsWith("-")).forEach(found::evaluatesOperand);
    }
  }

  /// @return how the next operand is to be read
  private Place operand(Place place, List<String> operands) {
    var draft = words.read(place);
    if (draft == null) {
      throw cursor.look() == Cursor.END
          ? new Malformed("a [[ is never closed")
          : parser.unexpected();
    }
    var source = cursor.from(draft.start());
    operands.add(source);
    return PATTERN_TESTS.contains(source) ? Place.PATTERN : Place.ARGUMENT;
  }

  private void argument() {
    cursor.skipBlanks();
    if (cursor.look() == '#' || words.read(Place.ARGUMENT) == null) {
      throw parser.unexpected();
    }
  }

  private void function() {
    argument();
    cursor.skipBlanks();
    int start = cursor.at();
    if (cursor.accept('(')) {
      cursor.skipBlanks();
      if (!cursor.accept(')')) {
        cursor.moveTo(start);
      }
    }
    parser.newlines();
    if (!isOpening(cursor)) {
      throw parser.unexpected();
    }
    parser.command();
  }

  /// After `coproc`. A name may only stand before a compound command.
  private void coprocess() {
    cursor.skipBlanks();
    int start = cursor.at();
    var name = cursor.bareWord();
    if (Cursor.isName(name) && !OPENING.contains(name)) {
      parser.acceptWord(name);
      cursor.skipBlanks();
      if (isOpening(cursor)) {
        found.assigns(name, Assignment.Value.TAME);
      } else {
        cursor.moveTo(start);
      }
    }
    parser.command();
  }
}
