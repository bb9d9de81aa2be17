package dev.drover.shell;

import dev.drover.shell.HereDocuments.Pending;
import dev.drover.shell.ParseCollector.CommandDraft;
import dev.drover.shell.SimpleCommand.Kind;
import dev.drover.shell.WordReader.Place;
import java.util.Set;

/// Reads simple commands, definitions of functions by `name ()`, and redirections.
final class SimpleCommandReader {
  /// Commands whose arguments are assignments too.
  static final Set<String> DECLARING =
      Set.of("declare", "typeset", "local", "export", "readonly", "alias");

  /// The shell chooses a free one: `{name}>file`.
  private static final int FREE_DESCRIPTOR = -1;

  /// Bash treats a number that is not an `int` as a word.
  private static final int LONGEST_DESCRIPTOR = 9;

  /// The operator determines it: 0 to read, 1 to write.
  private static final int NO_DESCRIPTOR = -2;

  private final ShellParser parser;
  private final ShellCursor cursor;
  private final WordReader words;
  private final ParseCollector found;

  SimpleCommandReader(
      ShellParser parser, ShellCursor cursor, WordReader words, ParseCollector found) {
    this.parser = parser;
    this.cursor = cursor;
    this.words = words;
    this.found = found;
  }

  void read() {
    var command = new CommandDraft();
    int start = cursor.at();
    int end = start;
    while (true) {
      cursor.skipBlanks();
      if (cursor.look() == '#' || !(redirect(command, NO_DESCRIPTOR) || word(command))) {
        break;
      }
      end = cursor.at();
      if (isFunction(command)) {
        functionBody();
        return;
      }
    }
    if (command.isEmpty()) {
      throw parser.unexpected();
    }
    int next = cursor.at();
    cursor.moveTo(end);
    command.endsAt(cursor.from(start));
    cursor.moveTo(next);
    found.add(command);
  }

  /// Whether a single bare word is followed by `()`.
  private boolean isFunction(CommandDraft command) {
    if (command.words().size() != 1) {
      return false;
    }
    int here = cursor.at();
    cursor.skipBlanks();
    if (cursor.accept('(')) {
      parser.expect(')');
      return true;
    }
    cursor.moveTo(here);
    return false;
  }

  /// The body is judged at its definition, regardless of its callers.
  private void functionBody() {
    parser.newlines();
    if (!CompoundCommandReader.isOpening(cursor)) {
      throw parser.unexpected();
    }
    parser.command();
  }

  private boolean word(CommandDraft command) {
    boolean declaring =
        command.hasWords() && DECLARING.contains(command.words().getFirst().known());
    var place = command.hasWords() && !declaring ? Place.ARGUMENT : Place.ASSIGNABLE;
    var draft = words.read(place);
    if (draft == null) {
      return false;
    }
    if (isDescriptor(draft)) {
      return redirect(command, descriptor(draft));
    }
    var source = cursor.from(draft.start());
    if (draft.isAssignment()) {
      command.assigns(draft.assignment());
      if (!declaring) {
        return true;
      }
    }
    command.word(draft.word(source));
    return true;
  }

  /// `2` in `2>&1`, or `{fd}` in `{fd}>file`: the cursor is after it.
  private boolean isDescriptor(WordDraft draft) {
    boolean redirects = cursor.raw() == '<' || cursor.raw() == '>';
    var text = draft.text();
    if (!draft.isBare() || !redirects) {
      return false;
    }
    if (text.startsWith("{") && text.endsWith("}")) {
      var name = text.substring(1, text.length() - 1);
      found.assigns(name, VariableAssignment.Value.TAME);
      return ShellCursor.isName(name);
    }
    return text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static int descriptor(WordDraft draft) {
    var text = draft.text();
    if (text.startsWith("{")) {
      return FREE_DESCRIPTOR;
    }
    if (text.length() > LONGEST_DESCRIPTOR) {
      throw new MalformedShell("the number of a descriptor is too large");
    }
    return Integer.parseInt(text);
  }

  /// Reads the redirections after a compound command.
  void redirects() {
    var command = new CommandDraft();
    int start = cursor.at();
    while (true) {
      cursor.skipBlanks();
      int here = cursor.at();
      var descriptor = cursor.bareWord().isEmpty() ? null : words.read(Place.ARGUMENT);
      if ((descriptor != null && !isDescriptor(descriptor))
          || !redirect(command, descriptor == null ? NO_DESCRIPTOR : descriptor(descriptor))) {
        cursor.moveTo(here);
        break;
      }
    }
    command.endsAt(cursor.from(start));
    found.add(command);
  }

  /// @return whether there was one
  private boolean redirect(CommandDraft command, int given) {
    char c = cursor.look();
    char next = cursor.lookBehindNext();
    if (c == '&' && next == '>') {
      cursor.acceptBoth('&', '>');
      cursor.accept('>');
      command.redirect(Kind.WRITES, 1, target());
      return true;
    }
    if ((c != '<' && c != '>') || next == '(') {
      return false;
    }
    cursor.skip();
    if (c == '<') {
      input(command, given == NO_DESCRIPTOR ? 0 : given);
    } else {
      output(command, given == NO_DESCRIPTOR ? 1 : given);
    }
    return true;
  }

  private void output(CommandDraft command, int descriptor) {
    if (cursor.accept('&')) {
      copy(command, descriptor);
      return;
    }
    if (!cursor.accept('>')) {
      cursor.accept('|');
    }
    command.redirect(Kind.WRITES, descriptor, target());
  }

  private void input(CommandDraft command, int descriptor) {
    if (cursor.accept('&')) {
      copy(command, descriptor);
    } else if (cursor.accept('>')) {
      command.redirect(Kind.READS_AND_WRITES, descriptor, target());
    } else if (!cursor.accept('<')) {
      command.redirect(Kind.READS, descriptor, target());
    } else if (cursor.accept('<')) {
      command.redirect(Kind.FEEDS, descriptor, target());
    } else {
      document(command, descriptor, cursor.accept('-'));
    }
  }

  /// `>&2` copies a descriptor, `>&file` writes a file, and the meaning of `>&$x` is not known. A
  /// `-` ends the redirection for bash: `>&-ls` is `>&- ls`.
  private void copy(CommandDraft command, int descriptor) {
    cursor.skipBlanks();
    if (cursor.accept('-')) {
      command.redirect(Kind.COPIES, descriptor, new ShellWord.Literal("-", "-"));
      if (!ShellCursor.endsWord(cursor.look())) {
        found.opaque("a word stands right behind `&-`, where shells and people read on");
      }
      return;
    }
    var target = target();
    boolean copies = target instanceof ShellWord.Literal(_, var text) && isDescriptor(text);
    command.redirect(copies ? Kind.COPIES : Kind.WRITES, descriptor, target);
  }

  /// A number, followed by a `-` if the descriptor is moved.
  private static boolean isDescriptor(String text) {
    var number = text.endsWith("-") ? text.substring(0, text.length() - 1) : text;
    return !number.isEmpty() && number.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private ShellWord target() {
    var draft = targetDraft();
    return draft.word(cursor.from(draft.start()));
  }

  private WordDraft targetDraft() {
    cursor.skipBlanks();
    var draft = cursor.look() == '#' ? null : words.read(Place.ARGUMENT);
    if (draft == null || isDescriptor(draft)) {
      throw parser.unexpected();
    }
    return draft;
  }

  private void document(CommandDraft command, int descriptor, boolean indented) {
    var draft = targetDraft();
    var source = cursor.from(draft.start());
    if (source.contains("$") || source.contains("`") || source.contains("\n")) {
      throw new MalformedShell("the end of a here-document is not plain");
    }
    boolean quoted = source.contains("'") || source.contains("\"") || source.contains("\\");
    var redirect = command.redirect(Kind.FEEDS, descriptor, null);
    parser.documents().add(new Pending(redirect, draft.text(), quoted, indented));
  }
}
