package dev.drover.spi.schema;

import dev.drover.spi.text.EditDistance;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Finds the name that was probably meant.
final class NameSuggestions {
  private static final int MAX_LISTED = 20;

  private NameSuggestions() {}

  /// Reports that a property is unknown, and suggests a known one.
  static String unknown(String name, Collection<String> known) {
    var remedy =
        closest(name, known)
            .map(close -> "did you mean " + close + "?")
            .orElseGet(() -> known.isEmpty() ? "there are none" : "known: " + listed(known));
    return "no such property; " + remedy;
  }

  /// The known name with the fewest edits, if they are few for its length.
  static Optional<String> closest(String name, Collection<String> known) {
    var meant = name.toLowerCase(Locale.ROOT);
    return known.stream()
        .filter(each -> changes(meant, each.toLowerCase(Locale.ROOT)) <= tolerance(each))
        .min(
            Comparator.<String>comparingInt(each -> changes(meant, each.toLowerCase(Locale.ROOT)))
                .thenComparing(Comparator.naturalOrder()));
  }

  private static String listed(Collection<String> known) {
    return known.stream().sorted().limit(MAX_LISTED).collect(Collectors.joining(", "));
  }

  private static int tolerance(String name) {
    return (name.length() + 1) / 3;
  }

  /// The number of letters to add, remove or replace, counted no further than needed.
  private static int changes(String from, String to) {
    if (Math.abs(from.length() - to.length()) > tolerance(to)) {
      return Integer.MAX_VALUE;
    }
    return EditDistance.between(from, to);
  }
}
