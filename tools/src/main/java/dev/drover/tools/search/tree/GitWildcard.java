package dev.drover.tools.search.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/// A pattern for names and paths with git's syntax: `*` and `?` match within a name, `[a-z]`
/// matches one character, `**` between slashes matches any number of names, and `\` escapes the
/// next character.
///
/// All alternatives are followed in parallel, so the time is proportional to the length of the
/// pattern even if it has many stars.
public final class GitWildcard {
  /// An element of a pattern.
  private sealed interface Piece {
    /// One character.
    record One(IntPredicate taken) implements Piece {}

    /// Any characters except slashes, possibly none.
    record Star() implements Piece {}

    /// Any characters, possibly none.
    record Everything() implements Piece {}

    /// Whole names, each followed by a slash, possibly none. Always followed by [Names].
    record NoNames() implements Piece {}

    /// Within such names: the next piece follows a slash.
    record Names() implements Piece {}
  }

  private static final Piece STAR = new Piece.Star();

  private final List<Piece> pieces;

  private GitWildcard(List<Piece> pieces) {
    this.pieces = List.copyOf(pieces);
  }

  /// @return empty for an incomplete pattern, such as `[a` or one that ends in `\`
  public static Optional<GitWildcard> of(String pattern) {
    var pieces = new ArrayList<Piece>();
    int at = 0;
    while (at < pattern.length()) {
      int c = pattern.codePointAt(at);
      int next = at + Character.charCount(c);
      switch (c) {
        case '*' -> next = addStars(pattern, at, pieces);
        case '?' -> pieces.add(new Piece.One(any -> any != '/'));
        case '[' -> {
          var bracket = BracketExpression.of(pattern, at);
          if (bracket.isEmpty()) {
            return Optional.empty();
          }
          pieces.add(new Piece.One(bracket.get().taken()));
          next = bracket.get().end();
        }
        case '\\' -> {
          if (next == pattern.length()) {
            return Optional.empty();
          }
          int escaped = pattern.codePointAt(next);
          pieces.add(new Piece.One(only(escaped)));
          next += Character.charCount(escaped);
        }
        default -> pieces.add(new Piece.One(only(c)));
      }
      at = next;
    }
    return Optional.of(new GitWildcard(pieces));
  }

  /// Two stars differ from one only where they stand for whole names.
  private static int addStars(String pattern, int at, List<Piece> pieces) {
    int end = at;
    while (end < pattern.length() && pattern.charAt(end) == '*') {
      end++;
    }
    boolean starts = at == 0 || pattern.charAt(at - 1) == '/';
    if (end - at == 1 || !starts) {
      pieces.add(STAR);
    } else if (end == pattern.length() || pattern.startsWith("\\/", end)) {
      pieces.add(new Piece.Everything());
    } else if (pattern.charAt(end) == '/') {
      pieces.add(new Piece.NoNames());
      pieces.add(new Piece.Names());
      end++;
    } else {
      pieces.add(STAR);
    }
    return end;
  }

  private static IntPredicate only(int wanted) {
    return c -> c == wanted;
  }

  /// Whether the pattern matches the text from this offset.
  public boolean matches(String text, int from) {
    var now = new boolean[pieces.size() + 1];
    var next = new boolean[pieces.size() + 1];
    enter(now, 0);
    for (int at = from; at < text.length(); ) {
      int c = text.codePointAt(at);
      at += Character.charCount(c);
      Arrays.fill(next, false);
      boolean alive = false;
      for (int i = 0; i < pieces.size(); i++) {
        if (now[i]) {
          alive |= take(i, c, next);
        }
      }
      if (!alive) {
        return false;
      }
      var spare = now;
      now = next;
      next = spare;
    }
    return now[pieces.size()];
  }

  /// Marks a piece as reached, and the next one too where it may match nothing.
  private void enter(boolean[] reached, int piece) {
    reached[piece] = true;
    if (piece == pieces.size()) {
      return;
    }
    switch (pieces.get(piece)) {
      case Piece.Star _, Piece.Everything _ -> enter(reached, piece + 1);
      case Piece.NoNames _ -> {
        reached[piece + 1] = true;
        enter(reached, piece + 2);
      }
      case Piece.One _, Piece.Names _ -> {}
    }
  }

  private boolean take(int piece, int c, boolean[] reached) {
    return switch (pieces.get(piece)) {
      case Piece.One(var taken) -> taken.test(c) && go(reached, piece + 1);
      case Piece.Star _ -> c != '/' && go(reached, piece);
      case Piece.Everything _ -> go(reached, piece);
      case Piece.NoNames _ -> false;
      case Piece.Names _ -> go(reached, piece) && (c != '/' || go(reached, piece + 1));
    };
  }

  private boolean go(boolean[] reached, int piece) {
    enter(reached, piece);
    return true;
  }
}
