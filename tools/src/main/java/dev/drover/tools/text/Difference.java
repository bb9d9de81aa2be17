package dev.drover.tools.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Finds the lines in which two texts differ: the fewest that do, unless they differ so much that
/// nobody would look at it line by line.
///
/// This is Myers' greedy walk through the grid of the two texts: going right drops a line, going
/// down adds one, and a diagonal step keeps one and is free. For each number of steps that are not
/// free, the furthest point on each diagonal is remembered; the way is read backwards from them.
public final class Difference {
  private static final int MAX_STEPS = 400;

  private final List<String> before;
  private final List<String> after;

  /// How many lines are the same at the beginning, and how many at the end.
  private final int head;

  private final int tail;

  private Difference(List<String> before, List<String> after) {
    this.before = before;
    this.after = after;
    int common = Math.min(before.size(), after.size());
    int same = 0;
    while (same < common && before.get(same).equals(after.get(same))) {
      same++;
    }
    head = same;
    same = 0;
    while (same < common - head
        && before.get(before.size() - 1 - same).equals(after.get(after.size() - 1 - same))) {
      same++;
    }
    tail = same;
  }

  /// What makes one text of the other, ascending and apart.
  public static List<Splice> between(String before, String after) {
    var difference = new Difference(Diff.split(before), Diff.split(after));
    return difference.splices();
  }

  /// Lines `first` up to, not including, `end`, and those of the other text in their place.
  private record Change(int first, int end, int otherFirst, int otherEnd) {}

  private List<Splice> splices() {
    var offsets = new int[before.size() + 1];
    for (int i = 0; i < before.size(); i++) {
      offsets[i + 1] = offsets[i] + before.get(i).length();
    }
    return changes().stream()
        .map(
            change ->
                new Splice(
                    offsets[change.first()],
                    offsets[change.end()],
                    String.join("", after.subList(change.otherFirst(), change.otherEnd()))))
        .toList();
  }

  private List<Change> changes() {
    int width = before.size() - head - tail;
    int height = after.size() - head - tail;
    if (width == 0 && height == 0) {
      return List.of();
    }
    var rounds = width == 0 || height == 0 ? List.<int[]>of() : walk(width, height);
    return rounds.isEmpty()
        ? List.of(new Change(head, head + width, head, head + height))
        : wayBack(rounds, width, height);
  }

  /// @return for each number of steps where one can be, by diagonal; empty if it takes too many
  private List<int[]> walk(int width, int height) {
    int most = Math.min(MAX_STEPS, width + height);
    var furthest = new int[2 * most + 3];
    var rounds = new ArrayList<int[]>();
    for (int steps = 0; steps <= most; steps++) {
      for (int diagonal = -steps; diagonal <= steps; diagonal += 2) {
        int at = most + 1 + diagonal;
        boolean down =
            diagonal == -steps || (diagonal != steps && furthest[at - 1] < furthest[at + 1]);
        int x = down ? furthest[at + 1] : furthest[at - 1] + 1;
        int y = x - diagonal;
        while (x < width && y < height && isSame(x, y)) {
          x++;
          y++;
        }
        furthest[at] = x;
        if (x >= width && y >= height) {
          rounds.add(around(furthest, most, steps));
          return rounds;
        }
      }
      rounds.add(around(furthest, most, steps));
    }
    return List.of();
  }

  /// The diagonals that this many steps can reach, the one of the start in the middle.
  private static int[] around(int[] furthest, int most, int steps) {
    return Arrays.copyOfRange(furthest, most - steps, most + steps + 3);
  }

  private List<Change> wayBack(List<int[]> rounds, int width, int height) {
    var changes = new ArrayDeque<Change>();
    int x = width;
    int y = height;
    for (int steps = rounds.size() - 1; steps > 0; steps--) {
      var earlier = rounds.get(steps - 1);
      int diagonal = x - y;
      int at = steps + diagonal;
      boolean down = diagonal == -steps || (diagonal != steps && earlier[at - 1] < earlier[at + 1]);
      int fromX = down ? earlier[at + 1] : earlier[at - 1];
      int fromY = fromX - (down ? diagonal + 1 : diagonal - 1);
      prepend(
          changes,
          new Change(
              head + fromX,
              head + (down ? fromX : fromX + 1),
              head + fromY,
              head + (down ? fromY + 1 : fromY)));
      x = fromX;
      y = fromY;
    }
    return List.copyOf(changes);
  }

  /// Steps that touch are one change.
  private static void prepend(ArrayDeque<Change> changes, Change step) {
    var next = changes.peekFirst();
    if (next != null && step.end() == next.first() && step.otherEnd() == next.otherFirst()) {
      changes.pop();
      changes.push(new Change(step.first(), next.end(), step.otherFirst(), next.otherEnd()));
    } else {
      changes.push(step);
    }
  }

  private boolean isSame(int x, int y) {
    return before.get(head + x).equals(after.get(head + y));
  }
}
