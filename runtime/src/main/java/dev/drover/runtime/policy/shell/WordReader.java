package dev.drover.runtime.policy.shell;

import org.jspecify.annotations.Nullable;

/// Reads words: quotes, escapes, and the places where something is expanded.
final class WordReader {
  private final Cursor cursor;
  private final Dialect dialect;
  private final Expansions expansions;
  private final Gathering found;

  /// Where a word stands decides what its characters mean.
  enum Place {
    /// `name=…` is an assignment here.
    ASSIGNABLE,
    ARGUMENT,
    /// The right side of `=~` or `==` in `[[ ]]`: parentheses and bars belong to the word.
    PATTERN
  }

  WordReader(Cursor cursor, Dialect dialect, Expansions expansions, Gathering found) {
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
      } else if (open > 0 && Cursor.isBlank(c)) {
        cursor.skip();
      } else if ((c == '<' || c == '>') && cursor.lookBehindNext() == '(') {
        expansions.processSubstitution();
        draft.expansion();
      } else if (Cursor.endsWord(c)) {
        found.sees(draft.text());
        return cursor.at() == draft.start() ? null : draft;
      } else {
        part(c, place, draft);
      }
    }
  }

  /// One quote, escape or expansion, whose text nobody needs.
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
        expansions.backquoted(Expansions.Inside.NOTHING);
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
    draft.quoted(c == Cursor.END ? '\\' : c);
  }

  private void singleQuoted(WordDraft draft) {
    cursor.skip();
    int start = cursor.at();
    while (cursor.raw() != '\'') {
      if (cursor.takeRaw() == Cursor.END) {
        throw new Malformed("a ' is never closed");
      }
    }
    draft.quoted(cursor.from(start));
    cursor.skip();
  }

  private void doubleQuoted(WordDraft draft) {
    while (true) {
      char c = cursor.look();
      switch (c) {
        case Cursor.END -> throw new Malformed("a \" is never closed");
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

  /// Reads all that is left as the text of a here-document without quotes around its end mark.
  void hereDocument(WordDraft draft) {
    while (true) {
      char c = cursor.look();
      switch (c) {
        case Cursor.END -> {
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
    if (cursor.raw() != Cursor.END) {
      draft.quoted(cursor.takeRaw());
    }
  }

  private void substitution(char c, WordDraft draft) {
    if (c == '`') {
      expansions.backquoted(Expansions.Inside.QUOTES);
      draft.quotedExpansion();
      return;
    }
    switch (expansions.dollar(Expansions.Inside.QUOTES)) {
      case NONE -> draft.quoted(cursor.takeRaw());
      case NUMBER -> draft.number();
      case TEXT -> draft.quotedExpansion();
      case WORDS -> draft.expansion();
    }
  }

  private void dollar(WordDraft draft) {
    char next = cursor.lookBehindNext();
    if (next == '\'' || next == '"') {
      if (dialect == Dialect.OTHER) {
        throw new Malformed("$%c means something else outside bash".formatted(next));
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
    switch (expansions.dollar(Expansions.Inside.NOTHING)) {
      case NONE -> draft.bare(cursor.takeRaw());
      case NUMBER -> draft.number();
      case TEXT, WORDS -> draft.expansion();
    }
  }

  /// Takes `name=`, `name+=` and `name[…]=` for what they are.
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
          throw new Malformed("a list of values is never closed");
        }
        draft.loosen(value.isLoose());
      }
    }
  }
}
