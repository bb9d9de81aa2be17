package dev.drover.architecture.regex;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// One path through an expression, step by step. At every `|` one branch is chosen, and every
/// optional group is either present or absent.
record RegexPath(List<Step> steps) {
  static final RegexPath EMPTY = new RegexPath(List.of());

  /// Higher counts are treated as unbounded.
  static final int FEW = 64;

  private static final int MOST_PATHS = 2_000;

  /// @param taken the characters it matches; empty if it consumes none
  /// @param max [RegexSyntax.Repeat#UNBOUNDED] if it is above [#FEW]
  /// @param barred characters that never precede it
  record Step(BitSet taken, int min, int max, boolean possessive, BitSet barred) {

    static Step of(BitSet taken, int min, int max, boolean possessive) {
      return new Step(taken, min, max, possessive, new BitSet());
    }

    static Step boundary(BitSet barred) {
      return new Step(new BitSet(), 0, 0, true, barred);
    }

    boolean takesAll() {
      return isUnbounded() && min == 0 && taken.equals(RegexParser.all());
    }

    /// Whether it never follows a character that the other one matches.
    boolean bars(Step other) {
      return isBoundary() && contains(barred, other.taken);
    }

    private static boolean contains(BitSet all, BitSet some) {
      var rest = (BitSet) some.clone();
      rest.andNot(all);
      return rest.isEmpty();
    }

    boolean isBoundary() {
      return max == 0;
    }

    boolean isUnbounded() {
      return max == RegexSyntax.Repeat.UNBOUNDED;
    }

    boolean isMandatory() {
      return min > 0;
    }

    boolean overlaps(Step other) {
      return taken.intersects(other.taken);
    }
  }

  RegexPath then(RegexPath next) {
    var both = new ArrayList<>(steps);
    both.addAll(next.steps);
    return new RegexPath(List.copyOf(both));
  }

  /// @throws IllegalArgumentException if it repeats a part that must not be repeated
  static List<RegexPath> of(RegexSyntax syntax) {
    return switch (syntax) {
      case RegexSyntax.One(var taken) -> List.of(single(Step.of(taken, 1, 1, false)));
      case RegexSyntax.Group(var body) -> of(body);
      case RegexSyntax.Boundary(var barred) -> List.of(single(Step.boundary(barred)));
      case RegexSyntax.Look(var body) -> {
        if (of(body).stream().flatMap(path -> path.steps.stream()).anyMatch(Step::isUnbounded)) {
          throw new IllegalArgumentException("repeats without a bound in what it looks at");
        }
        yield List.of(single(Step.boundary(new BitSet())));
      }
      case RegexSyntax.Choice(var alternatives) ->
          alternatives.stream().flatMap(each -> of(each).stream()).toList();
      case RegexSyntax.Sequence(var parts) -> {
        var paths = List.of(EMPTY);
        for (var part : parts) {
          paths = combined(paths, of(part));
        }
        yield paths;
      }
      case RegexSyntax.Repeat repeat -> repeated(repeat);
    };
  }

  private static RegexPath single(Step step) {
    return new RegexPath(List.of(step));
  }

  private static List<RegexPath> combined(List<RegexPath> heads, List<RegexPath> tails) {
    if ((long) heads.size() * tails.size() > MOST_PATHS) {
      throw new IllegalArgumentException("has too many ways through it");
    }
    return heads.stream().flatMap(head -> tails.stream().map(head::then)).toList();
  }

  private static List<RegexPath> repeated(RegexSyntax.Repeat repeat) {
    int max = repeat.max() > FEW ? RegexSyntax.Repeat.UNBOUNDED : repeat.max();
    if (repeat.body() instanceof RegexSyntax.One(var taken)) {
      return List.of(single(Step.of(taken, repeat.min(), max, repeat.possessive())));
    }
    var body = of(repeat.body());
    if (max == 1) {
      var paths = new ArrayList<>(body);
      if (repeat.min() == 0) {
        paths.add(EMPTY);
      }
      return List.copyOf(paths);
    }
    boolean unbounded = max == RegexSyntax.Repeat.UNBOUNDED;
    if (unbounded && !repeat.possessive()) {
      // The engine recurses for each round.
      throw new IllegalArgumentException("repeats a group without a bound");
    }
    if (!unbounded && hasUnbounded(body)) {
      throw new IllegalArgumentException("repeats a group that repeats without a bound");
    }
    if (isAmbiguous(body)) {
      throw new IllegalArgumentException("repeats a group that takes a text in several ways");
    }
    var taken = new BitSet();
    body.forEach(path -> path.steps.forEach(step -> taken.or(step.taken)));
    return List.of(single(Step.of(taken, repeat.min(), max, repeat.possessive())));
  }

  private static boolean hasUnbounded(List<RegexPath> body) {
    return body.stream().flatMap(path -> path.steps.stream()).anyMatch(Step::isUnbounded);
  }

  /// Whether two rounds of the same group can split a text in more than one way.
  private static boolean isAmbiguous(List<RegexPath> body) {
    var firsts = new BitSet();
    for (var path : body) {
      var first = path.first();
      if (firsts.intersects(first) || path.steps.stream().noneMatch(Step::isMandatory)) {
        return true;
      }
      firsts.or(first);
    }
    return body.stream().anyMatch(path -> path.isAmbiguousBefore(firsts));
  }

  private boolean isAmbiguousBefore(BitSet next) {
    for (int i = 0; i < steps.size(); i++) {
      var step = steps.get(i);
      if (step.min != step.max) {
        var follow = new RegexPath(steps.subList(i + 1, steps.size()));
        boolean passable = follow.steps.stream().noneMatch(Step::isMandatory);
        if (step.taken.intersects(follow.first()) || (passable && step.taken.intersects(next))) {
          return true;
        }
      }
    }
    return false;
  }

  /// The characters that can be matched first.
  private BitSet first() {
    var first = new BitSet();
    for (var step : steps) {
      first.or(step.taken);
      if (step.isMandatory()) {
        break;
      }
    }
    return first;
  }
}
