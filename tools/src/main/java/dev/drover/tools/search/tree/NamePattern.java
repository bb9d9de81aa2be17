package dev.drover.tools.search.tree;

import java.util.Optional;

/// A pattern in the form that is fastest to match. Most patterns in ignore files are plain names or
/// suffixes such as `*.class`.
public sealed interface NamePattern {
  /// Characters with a special meaning.
  String SPECIAL = "*?[\\";

  /// Whether the pattern matches the text from this offset.
  boolean matches(String text, int from);

  record Plain(String name) implements NamePattern {
    @Override
    public boolean matches(String text, int from) {
      return text.length() - from == name.length() && text.startsWith(name, from);
    }
  }

  record Ending(String ending) implements NamePattern {
    @Override
    public boolean matches(String text, int from) {
      return text.length() - from >= ending.length()
          && text.endsWith(ending)
          && text.indexOf('/', from) < 0;
    }
  }

  record Wild(String start, GitWildcard rest) implements NamePattern {
    @Override
    public boolean matches(String text, int from) {
      return text.startsWith(start, from) && rest.matches(text, from + start.length());
    }
  }

  /// @return empty for a pattern that cannot match anything
  static Optional<NamePattern> of(String pattern) {
    int plain = plainLength(pattern);
    if (plain == pattern.length()) {
      return Optional.of(new Plain(pattern));
    }
    var ending = pattern.substring(1);
    if (pattern.startsWith("*")
        && plainLength(ending) == ending.length()
        && ending.indexOf('/') < 0) {
      return Optional.of(new Ending(ending));
    }
    // Git compares the literal prefix first, and treats stars after it as if they came first.
    return GitWildcard.of(pattern.substring(plain))
        .map(rest -> new Wild(pattern.substring(0, plain), rest));
  }

  private static int plainLength(String pattern) {
    int length = 0;
    while (length < pattern.length() && SPECIAL.indexOf(pattern.charAt(length)) < 0) {
      length++;
    }
    return length;
  }
}
