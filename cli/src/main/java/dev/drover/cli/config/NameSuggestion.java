package dev.drover.cli.config;

import java.util.Collection;
import java.util.Comparator;

/// Finds the known name closest to a mistyped one.
public final class NameSuggestion {
  private NameSuggestion() {}

  /// @param known at least one
  public static String to(String word, Collection<String> known) {
    return known.stream()
        .min(
            Comparator.comparingInt((String name) -> distance(word, name))
                .thenComparing(Comparator.naturalOrder()))
        .orElseThrow();
  }

  /// The number of letters to add, remove, replace, or swap with their neighbour.
  static int distance(String one, String other) {
    var beforeLast = new int[other.length() + 1];
    var last = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      var row = new int[other.length() + 1];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = last[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(last[j], row[j - 1]) + 1);
        boolean swapped =
            i > 1
                && j > 1
                && one.charAt(i - 1) == other.charAt(j - 2)
                && one.charAt(i - 2) == other.charAt(j - 1);
        if (swapped) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[other.length()];
  }
}
