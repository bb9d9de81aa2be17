package dev.drover.spi.secret;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A regular expression that is compiled when it is first needed. There are many shapes of secrets,
/// and most programs never meet one. For use by many threads.
final class LatePattern {
  private final String regex;

  /// Two threads may both compile it at first; what they get is the same.
  private volatile @Nullable Pattern compiled;

  LatePattern(String regex) {
    this.regex = regex;
  }

  Pattern compiled() {
    var known = compiled;
    if (known == null) {
      known = Pattern.compile(regex);
      compiled = known;
    }
    return known;
  }

  @Override
  public String toString() {
    return regex;
  }
}
