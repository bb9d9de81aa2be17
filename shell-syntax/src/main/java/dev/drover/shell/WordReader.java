package dev.drover.shell;

import org.jspecify.annotations.Nullable;

/// Reads words: quotes, escapes and expansions.
final class WordReader {
  private final ShellCursor cursor;
  private final ShellDialect dialect;
  private final ExpansionReader expansions;
  private final ParseCollector found;

  /// The position of a word, which determines the meaning of its characters.
  enum Place {
    /// `name=…` is an assignment here.
    ASSIGNABLE,
    ARGUMENT,
    /// The right side of `=~` or `==` in `[[ ]]`: parentheses and bars belong to the word.
    PATTERN
  }

  WordReader(
      ShellCursor cursor, ShellDialect dialect, ExpansionReader expansions, ParseCollector found) {
    this.cursor = cursor;
    this.dialect = dialect;
    this.expansions = expansions;
    this.found = found;
  }

  /// The word that starts here; null if none does.
  @Nullable WordDraft read(Place place) {
    cursor.look();
    var draft = new WordDraft(cursor.at());
    int open = 0;
    while (true) {
      char c = cursor.look();
      if (place == Place.PATTERN && (c == '(' || (c == ')' && open > 0) || c == '|')) {
        open += c == '(' ? 1 : c == ')' ? -1 : 0;
        cursor.skip();
        draft.expansion();
      } else if (open > 0 && ShellCursor.isBlank(c)) {
        cursor.skip();
      } else if ((c == '<' || c == '>') && cursor.lookBehindNext() == '(') {
        expansions.processSubstitution();
        draft.expansion();
      } else if (ShellCursor.endsWord(c)) {
        found.sees(draft.text());
        return cursor.at() == draft.start() ? null : draft;
      } else {
        part(c, place, draft);
      }
    }
  }

  /// One quote, escape or expansion, whose text is not needed.
  void piece() {
    part(cursor.look(), Place.ARGUMENT, new WordDraft(cursor.at()));
  }

  private void part(char c, Place place, WordDraft draft) {
    switch (c) {
      case '\\' -> escape(draft);
      case '\'' -> singleQuoted(draft);
      case '"' -> {
        cursor.skip();
        draft.quoted("");
        doubleQuoted(draft);
      }
      case '$' -> dollar(draft);
      case '`' -> {
        expansions.backquoted(ExpansionReader.Inside.NOTHING);
        draft.expansion();
      }
      default -> {
        if (place != Place.ASSIGNABLE || !assignment(draft)) {
          draft.bare(cursor.takeRaw());
        }
      }
    }
  }

  private void escape(WordDraft draft) {
    cursor.skip();
    char c = cursor.takeRaw();
    draft.quoted(c == ShellCursor.END ? '\\' : c);
  }

  private void singleQuoted(WordDraft draft) {
    cursor.skip();
    int start = cursor.at();
    while (cursor.raw() != '\'') {
      if (cursor.takeRaw() == ShellCursor.END) {
        throw new MalformedShell("a ' is never closed");
      }
    }
    draft.quoted(cursor.from(start));
    cursor.skip();
  }

  private void doubleQuoted(WordDraft draft) {
    while (true) {
      char c = cursor.look();
      switch (c) {
        case ShellCursor.END -> throw new MalformedShell("a \" is never closed");
        case '"' -> {
          cursor.skip();
          return;
        }
        case '\\' -> escapeInQuotes(draft, "$`\"\\");
        case '$', '`' -> substitution(c, draft);
        default -> draft.quoted(cursor.takeRaw());
      }
    }
  }

  /// Reads the rest as the text of a here-document whose end mark is not quoted.
  void hereDocument(WordDraft draft) {
    while (true) {
      char c = cursor.look();
      switch (c) {
        case ShellCursor.END -> {
          found.sees(draft.text());
          return;
        }
        case '\\' -> escapeInQuotes(draft, "$`\\");
        case '$', '`' -> substitution(c, draft);
        default -> draft.quoted(cursor.takeRaw());
      }
    }
  }

  private void escapeInQuotes(WordDraft draft, String special) {
    cursor.skip();
    if (special.indexOf(cursor.raw()) < 0) {
      draft.quoted('\\');
    }
    if (cursor.raw() != ShellCursor.END) {
      draft.quoted(cursor.takeRaw());
    }
  }

  private void substitution(char c, WordDraft draft) {
    if (c == '`') {
      expansions.backquoted(ExpansionReader.Inside.QUOTES);
      draft.quotedExpansion();
      return;
    }
    switch (expansions.dollar(ExpansionReader.Inside.QUOTES)) {
      case NONE -> draft.quoted(cursor.takeRaw());
      case NUMBER -> draft.number();
      case TEXT -> draft.quotedExpansion();
      case WORDS -> draft.expansion();
    }
  }

  private void dollar(WordDraft draft) {
    char next = cursor.lookBehindNext();
    if (next == '\'' || next == '"') {
      if (dialect == ShellDialect.OTHER) {
        throw new MalformedShell("$%c means something else outside bash".formatted(next));
      }
      cursor.accept('$');
      cursor.accept(next);
      if (next == '"') {
        draft.quoted("");
        doubleQuoted(draft);
      } else {
        draft.quoted(AnsiQuote.read(cursor));
      }
      return;
    }
    switch (expansions.dollar(ExpansionReader.Inside.NOTHING)) {
      case NONE -> draft.bare(cursor.takeRaw());
      case NUMBER -> draft.number();
      case TEXT, WORDS -> draft.expansion();
    }
  }

  /// Recognizes `name=`, `name+=` and `name[…]=`.
  ///
  /// @return whether something was consumed
  private boolean assignment(WordDraft draft) {
    char next = cursor.look();
    boolean assigns = next == '[' || next == '+' || next == '=';
    if (!assigns || draft.isAssignment() || !draft.isBareName()) {
      return false;
    }
    var name = draft.text();
    if (next == '[') {
      expansions.subscript();
      draft.expansion();
      if (!acceptAssign()) {
        return true;
      }
    } else if (!acceptAssign()) {
      return false;
    }
    draft.assign(name);
    if (cursor.look() == '(') {
      array(draft);
    }
    return true;
  }

  private boolean acceptAssign() {
    return cursor.acceptBoth('+', '=') || cursor.accept('=');
  }

  private void array(WordDraft draft) {
    cursor.skip();
    draft.number();
    while (true) {
      cursor.skipBlanks();
      if (cursor.look() == '#') {
        cursor.skipComment();
      }
      if (cursor.accept(')')) {
        return;
      }
      if (!cursor.accept('\n')) {
        var value = read(Place.ARGUMENT);
        if (value == null) {
          throw new MalformedShell("a list of values is never closed");
        }
        draft.loosen(value.isLoose());
      }
    }
  }
}
