package dev.drover.internal.judge;

import java.util.List;

/// The difference between two texts by lines: `-` before a line that is gone, `+` before a new one,
/// and a blank before one that stays.
final class DefinitionDiff {
  /// The table of lengths has the product of both; longer texts are shown one after the other.
  private static final int MOST_LINES = 2_000;

  private final List<String> before;
  private final List<String> now;
  private final StringBuilder shown = new StringBuilder();

  private DefinitionDiff(List<String> before, List<String> now) {
    this.before = before;
    this.now = now;
  }

  static String of(String before, String now) {
    var diff = new DefinitionDiff(before.lines().toList(), now.lines().toList());
    boolean isLong = diff.before.size() > MOST_LINES || diff.now.size() > MOST_LINES;
    if (isLong) {
      diff.before.forEach(line -> diff.add('-', line));
      diff.now.forEach(line -> diff.add('+', line));
    } else {
      diff.compare();
    }
    return diff.shown.toString();
  }

  private void compare() {
    var common = commonLengths();
    int i = 0;
    int j = 0;
    while (i < before.size() || j < now.size()) {
      if (i < before.size() && j < now.size() && before.get(i).equals(now.get(j))) {
        add(' ', before.get(i));
        i++;
        j++;
      } else if (i < before.size() && (j == now.size() || common[i + 1][j] >= common[i][j + 1])) {
        add('-', before.get(i));
        i++;
      } else {
        add('+', now.get(j));
        j++;
      }
    }
  }

  /// The longest common subsequence of the rests, from each pair of places on.
  private int[][] commonLengths() {
    var common = new int[before.size() + 1][now.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = now.size() - 1; j >= 0; j--) {
        common[i][j] =
            before.get(i).equals(now.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    return common;
  }

  private void add(char mark, String line) {
    shown.append(mark).append(' ').append(line).append('\n');
  }
}
