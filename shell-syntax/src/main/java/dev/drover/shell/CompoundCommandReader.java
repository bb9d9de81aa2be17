package dev.drover.shell;

import dev.drover.shell.ShellParser.Parts;
import dev.drover.shell.WordReader.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Reads compound commands: groups, conditions, loops, `case`, functions, coprocesses. All of their
/// lists are reported, whether or not they would run.
final class CompoundCommandReader {
  /// The words that begin one.
  static final Set<String> OPENING =
      Set.of("{", "if", "while", "until", "for", "select", "case", "[[", "function", "coproc");

  private static final Set<String> ARITHMETIC_TESTS =
      Set.of("-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v", "-R");

  private static final Set<String> PATTERN_TESTS = Set.of("=~", "==", "=", "!=");

  private final ShellParser parser;
  private final ShellCursor cursor;
  private final WordReader words;
  private final ExpansionReader expansions;
  private final SimpleCommandReader simple;
  private final ParseCollector found;
  private final ShellDialect dialect;

  CompoundCommandReader(
      Parts parts, SimpleCommandReader simple, ParseCollector found, ShellDialect dialect) {
    this.parser = parts.parser();
    this.cursor = parts.cursor();
    this.words = parts.words();
    this.expansions = parts.expansions();
    this.simple = simple;
    this.found = found;
    this.dialect = dialect;
  }

  static boolean isOpening(ShellCursor cursor) {
    return cursor.look() == '(' || OPENING.contains(cursor.bareWord());
  }

  /// @param word the next reserved word; empty before a `(`
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
    if (dialect == ShellDialect.OTHER) {
      throw new MalformedShell("%s means something else outside bash".formatted(construct));
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
        throw new MalformedShell("a for (( is never closed");
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
      throw new MalformedShell("a loop has no variable");
    }
    int start = cursor.at();
    parser.newlines();
    if (!parser.acceptWord("in")) {
      cursor.moveTo(start);
      found.assigns(name.text(), VariableAssignment.Value.LOOSE);
      return;
    }
    found.assigns(name.text(), VariableAssignment.Value.looseIf(values()));
    if (cursor.look() != ';' && cursor.look() != '\n' && cursor.look() != '#') {
      throw parser.unexpected();
    }
  }

  /// @return whether one of them may be code in arithmetic
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

  /// After `[[`. Operators and operands are not distinguished further: only expansions run
  /// commands.
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
        throw new MalformedShell("a here-document and a [[ are entangled");
      }
      cursor.skip();
      cursor.skipBlanks();
    }
  }

  private boolean isComparison() {
    char c = cursor.look();
    return (c == '<' || c == '>') && cursor.lookBehindNext() != '(' && cursor.accept(c);
  }

  /// If any part of a test is arithmetic, each of its operands may be an arithmetic operand.
  private void evaluate(List<String> operands) {
    if (operands.stream().anyMatch(ARITHMETIC_TESTS::contains)) {
      operands.stream().filter(each -> !each.startsWith("-")).forEach(found::evaluatesOperand);
    }
  }

  /// @return how to read the next operand
  private Place operand(Place place, List<String> operands) {
    var draft = words.read(place);
    if (draft == null) {
      throw cursor.look() == ShellCursor.END
          ? new MalformedShell("a [[ is never closed")
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

  /// After `coproc`. A name may only precede a compound command.
  private void coprocess() {
    cursor.skipBlanks();
    int start = cursor.at();
    var name = cursor.bareWord();
    if (ShellCursor.isName(name) && !OPENING.contains(name)) {
      parser.acceptWord(name);
      cursor.skipBlanks();
      if (isOpening(cursor)) {
        found.assigns(name, VariableAssignment.Value.TAME);
      } else {
        cursor.moveTo(start);
      }
    }
    parser.command();
  }
}
