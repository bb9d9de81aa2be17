package dev.drover.policy;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/// Matches patterns with wildcards, backtracking over at most one wildcard: the time is bounded by
/// the product of the lengths.
final class WildcardMatcher {
  private WildcardMatcher() {}

  /// `*` is any text, `?` any one character.
  static boolean matches(String pattern, String text) {
    return matches(
        pattern.chars().boxed().toList(),
        text.chars().boxed().toList(),
        c -> c == '*',
        (wanted, given) -> wanted == '?' || wanted.equals(given));
  }

  /// @param isHole whether a part of the pattern stands for any number of items
  /// @param fits whether any other part matches an item
  static <P, T> boolean matches(
      List<P> pattern, List<T> items, Predicate<P> isHole, BiPredicate<P, T> fits) {
    int part = 0;
    int item = 0;
    int hole = -1;
    int afterHole = 0;
    while (item < items.size()) {
      if (part < pattern.size() && isHole.test(pattern.get(part))) {
        hole = part++;
        afterHole = item;
      } else if (part < pattern.size() && fits.test(pattern.get(part), items.get(item))) {
        part++;
        item++;
      } else if (hole >= 0) {
        part = hole + 1;
        item = ++afterHole;
      } else {
        return false;
      }
    }
    while (part < pattern.size() && isHole.test(pattern.get(part))) {
      part++;
    }
    return part == pattern.size();
  }

  /// The number of literal characters of a pattern.
  static int letters(String pattern) {
    return (int) pattern.chars().filter(c -> c != '*' && c != '?' && c != ' ').count();
  }
}
