package dev.drover.tools.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Finds the lines in which two texts differ: the minimum number, unless the texts differ too much
/// for a line-by-line diff to be useful.
///
/// This is Myers' greedy algorithm on the edit grid of the two texts: going right deletes a line,
/// going down adds one, and a diagonal step keeps one and is free. For each number of steps that
/// are not free, the furthest point on each diagonal is stored; the path is traced backwards from
/// these points.
public final class MyersDiff {
  private static final int MAX_STEPS = 400;

  private final List<String> before;
  private final List<String> after;

  /// The number of equal lines at the beginning and at the end.
  private final int head;

  private final int tail;

  private MyersDiff(List<String> before, List<String> after) {
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

  /// The splices that turn one text into the other, ascending and disjoint.
  public static List<TextSplice> between(String before, String after) {
    var difference = new MyersDiff(DiffFormatter.split(before), DiffFormatter.split(after));
    return difference.splices();
  }

  /// Lines `first` up to, not including, `end`, and the lines of the other text that replace them.
  private record Change(int first, int end, int otherFirst, int otherEnd) {}

  private List<TextSplice> splices() {
    var offsets = new int[before.size() + 1];
    for (int i = 0; i < before.size(); i++) {
      offsets[i + 1] = offsets[i] + before.get(i).length();
    }
    return changes().stream()
        .map(
            change ->
                new TextSplice(
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
        : tracePath(rounds, width, height);
  }

  /// @return the reachable points for each number of steps, by diagonal; empty if there are too
  ///   many
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

  /// The diagonals that this many steps can reach, with the start's diagonal in the middle.
  private static int[] around(int[] furthest, int most, int steps) {
    return Arrays.copyOfRange(furthest, most - steps, most + steps + 3);
  }

  private List<Change> tracePath(List<int[]> rounds, int width, int height) {
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

  /// Adjacent steps are merged into one change.
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
