package dev.drover.tools.search.tree;

import java.util.Optional;

/// A pattern in the form that is fastest to test. Most patterns of ignore files are plain names or
/// endings such as `*.class`.
public sealed interface NameTest {
  /// Characters that mean more than themselves.
  String SPECIAL = "*?[\\";

  /// Whether the text from there on is meant.
  boolean matches(String text, int from);

  record Plain(String name) implements NameTest {
    @Override
    public boolean matches(String text, int from) {
      return text.length() - from == name.length() && text.startsWith(name, from);
    }
  }

  record Ending(String ending) implements NameTest {
    @Override
    public boolean matches(String text, int from) {
      return text.length() - from >= ending.length()
          && text.endsWith(ending)
          && text.indexOf('/', from) < 0;
    }
  }

  record Wild(String start, Wildcard rest) implements NameTest {
    @Override
    public boolean matches(String text, int from) {
      return text.startsWith(start, from) && rest.matches(text, from + start.length());
    }
  }

  /// @return empty for a pattern that cannot match anything
  static Optional<NameTest> of(String pattern) {
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
    // Git compares the plain beginning first, and reads stars after it as if they came first.
    return Wildcard.of(pattern.substring(plain))
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
