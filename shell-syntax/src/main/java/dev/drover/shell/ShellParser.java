package dev.drover.shell;

import dev.drover.shell.WordReader.Place;
import java.util.Set;

/// Parses a shell text: lists, pipelines, compound commands. The grammar is in the description of
/// the package.
///
/// It has one position in the text and never returns to a part that it has reported, so its time
/// grows with the length of the text (an arithmetic expression is read once more for each level of
/// nesting).
final class ShellParser {
  /// Reserved words that end a list and belong to the construct around it.
  private static final Set<String> CLOSING =
      Set.of("then", "do", "done", "fi", "else", "elif", "esac", "}", "in", "]]");

  private static final Set<String> TIME_OPTIONS = Set.of("-p", "--");

  private final ShellCursor cursor;
  private final ShellDialect dialect;
  private final ParseCollector found;
  private final WordReader words;
  private final SimpleCommandReader simple;
  private final CompoundCommandReader compounds;
  private HereDocuments documents = new HereDocuments();

  private ShellParser(String text, ShellDialect dialect, ParseCollector found) {
    this.cursor = new ShellCursor(text);
    this.dialect = dialect;
    this.found = found;
    var expansions = new ExpansionReader(cursor, new Inner(), found);
    this.words = new WordReader(cursor, dialect, expansions, found);
    this.simple = new SimpleCommandReader(this, cursor, words, found);
    this.compounds =
        new CompoundCommandReader(
            new Parts(this, cursor, words, expansions), simple, found, dialect);
  }

  /// @throws MalformedShell if it cannot be read
  static ParsedScript parse(String text, ShellDialect dialect) {
    var found = new ParseCollector();
    new ShellParser(text, dialect, found).script();
    return found.script();
  }

  private void script() {
    newlines();
    if (cursor.look() != ShellCursor.END) {
      list();
    }
    if (cursor.look() != ShellCursor.END) {
      throw unexpected();
    }
  }

  /// The components shared by the readers of the larger constructs.
  record Parts(
      ShellParser parser, ShellCursor cursor, WordReader words, ExpansionReader expansions) {}

  /// Parses the parts of an expansion.
  private final class Inner implements ExpansionReader.Nesting {
    @Override
    public void untilParenthesis() {
      var outer = documents;
      int start = cursor.at();
      documents = new HereDocuments();
      found.descend();
      newlines();
      if (cursor.look() != ')') {
        list();
      }
      expect(')');
      found.ascend();
      if (!documents.isEmpty() || (!outer.isEmpty() && cursor.from(start).contains("\n"))) {
        throw new MalformedShell("a here-document and a substitution are entangled");
      }
      documents = outer;
    }

    @Override
    public void text(String script) {
      found.descend();
      new ShellParser(script, dialect, found).script();
      found.ascend();
    }

    @Override
    public void piece() {
      found.descend();
      words.piece();
      found.ascend();
    }
  }

  private ShellWord expanded(String text) {
    found.descend();
    var inner = new ShellParser(text, dialect, found);
    var draft = new WordDraft(0);
    inner.words.hereDocument(draft);
    found.ascend();
    return draft.word(text);
  }

  /// At least one command.
  void list() {
    do {
      andOr();
    } while (separator() && !atEndOfList());
  }

  /// @return whether another command may follow
  private boolean separator() {
    cursor.skipBlanks();
    comment();
    if (cursor.look() == '&' || (cursor.look() == ';' && !atEndOfCase())) {
      cursor.skip();
      newlines();
      return true;
    }
    if (cursor.look() == '\n') {
      newlines();
      return true;
    }
    return false;
  }

  private boolean atEndOfList() {
    char c = cursor.look();
    return c == ShellCursor.END || c == ')' || atEndOfCase() || CLOSING.contains(cursor.bareWord());
  }

  private boolean atEndOfCase() {
    char next = cursor.lookBehindNext();
    return cursor.look() == ';' && (next == ';' || next == '&');
  }

  /// Skips blanks, line breaks and comments, and reads the here-documents that follow a line.
  void newlines() {
    while (true) {
      cursor.skipBlanks();
      comment();
      if (cursor.look() != '\n') {
        return;
      }
      cursor.skip();
      documents.read(cursor, this::expanded, found::sees);
    }
  }

  private void comment() {
    if (cursor.look() == '#') {
      cursor.skipComment();
    }
  }

  private void andOr() {
    pipeline();
    while (true) {
      cursor.skipBlanks();
      if (!cursor.acceptBoth('&', '&') && !cursor.acceptBoth('|', '|')) {
        return;
      }
      newlines();
      pipeline();
    }
  }

  private void pipeline() {
    boolean bare = false;
    while (true) {
      cursor.skipBlanks();
      if (acceptWord("!")) {
        bare = true;
      } else if (acceptWord("time")) {
        bare = true;
        cursor.skipBlanks();
        timeOptions();
      } else {
        break;
      }
    }
    if (bare && (cursor.look() == '#' || isSeparator(cursor.look()))) {
      return;
    }
    command();
    while (true) {
      cursor.skipBlanks();
      if (cursor.look() != '|' || cursor.lookBehindNext() == '|') {
        return;
      }
      cursor.skip();
      cursor.accept('&');
      newlines();
      command();
    }
  }

  private static boolean isSeparator(char c) {
    return c == ShellCursor.END || c == '\n' || c == ';';
  }

  private void timeOptions() {
    while (cursor.look() == '-') {
      int start = cursor.at();
      var option = words.read(Place.ARGUMENT);
      if (option == null || !TIME_OPTIONS.contains(option.text())) {
        cursor.moveTo(start);
        return;
      }
      cursor.skipBlanks();
    }
  }

  /// One command: simple, compound, or the definition of a function.
  void command() {
    found.descend();
    cursor.skipBlanks();
    var word = cursor.bareWord();
    if (cursor.look() == '(' || CompoundCommandReader.OPENING.contains(word)) {
      compounds.read(word);
    } else if (CLOSING.contains(word) || word.equals("!")) {
      throw unexpected();
    } else {
      simple.read();
    }
    found.ascend();
  }

  /// Consumes a reserved word if it is the next one.
  boolean acceptWord(String reserved) {
    if (!cursor.bareWord().equals(reserved)) {
      return false;
    }
    for (int i = 0; i < reserved.length(); i++) {
      cursor.accept(reserved.charAt(i));
    }
    return true;
  }

  void expectWord(String reserved) {
    cursor.skipBlanks();
    if (!acceptWord(reserved)) {
      throw new MalformedShell("'%s' is missing".formatted(reserved));
    }
  }

  void expect(char wanted) {
    cursor.skipBlanks();
    if (!cursor.accept(wanted)) {
      throw cursor.look() == ShellCursor.END
          ? new MalformedShell("a '%c' is missing at the end".formatted(wanted))
          : unexpected();
    }
  }

  HereDocuments documents() {
    return documents;
  }

  MalformedShell unexpected() {
    if (cursor.look() == ShellCursor.END) {
      return new MalformedShell("it ends too early");
    }
    var word = cursor.bareWord();
    return new MalformedShell(
        "'%s' is not expected there".formatted(word.isEmpty() ? cursor.look() : word));
  }
}
