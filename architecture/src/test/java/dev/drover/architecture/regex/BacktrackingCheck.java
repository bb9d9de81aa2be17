package dev.drover.architecture.regex;

import dev.drover.architecture.regex.RegexPath.Step;
import java.util.List;
import java.util.Optional;

/// Accepts an expression if the engine's number of steps is linear in the text and its stack depth
/// is constant.
///
/// It is conservative: an expression that it rejects may be fine, and is then simplified, or
/// excepted from the rule with a reason.
final class BacktrackingCheck {
  /// The number of ways in which the bounded repetitions of one path may split a text.
  private static final long MOST_WAYS = 256;

  private BacktrackingCheck() {}

  /// The reason for rejection; empty if it is accepted.
  static Optional<String> complaint(RegexUse use) {
    try {
      return RegexPath.of(RegexParser.parse(use.regex(), use.flags())).stream()
          .flatMap(path -> complaint(path.steps(), use.mode()).stream())
          .findFirst();
    } catch (IllegalArgumentException refused) {
      return Optional.of(String.valueOf(refused.getMessage()));
    }
  }

  private static Optional<String> complaint(List<Step> path, RegexUse.Mode mode) {
    long ways = 1;
    for (int i = 0; i < path.size(); i++) {
      var step = path.get(i);
      var before = path.subList(0, i);
      var after = path.subList(i + 1, path.size());
      if (!step.isUnbounded()) {
        ways *= canShare(step, after) ? step.max() - step.min() + 1 : 1;
        continue;
      }
      if (!step.possessive() && sharesWithUnbounded(step, after)) {
        return Optional.of("has two repetitions without a bound that can share a text");
      }
      if (mode == RegexUse.Mode.SEARCH && canFail(after) && !startsOnce(before, step)) {
        return Optional.of("is searched for, and can fail after a repetition from every start");
      }
    }
    return ways > MOST_WAYS
        ? Optional.of("has bounded repetitions that can share a text in %d ways".formatted(ways))
        : Optional.empty();
  }

  /// Whether a later repetition can take characters that this one gives back: no mandatory step
  /// between them takes a character that this one never takes. A final repetition that accepts
  /// everything is harmless.
  private static boolean sharesWithUnbounded(Step step, List<Step> after) {
    for (var next : after) {
      if (next.isUnbounded() && next.overlaps(step)) {
        return !next.takesAll() || !next.equals(after.getLast());
      }
      if (next.isMandatory() && !next.overlaps(step)) {
        return false;
      }
    }
    return false;
  }

  private static boolean canShare(Step step, List<Step> after) {
    if (step.possessive() || step.min() == step.max()) {
      return false;
    }
    for (var next : after) {
      if (next.overlaps(step)) {
        return true;
      }
      if (next.isMandatory()) {
        return false;
      }
    }
    return false;
  }

  private static boolean canFail(List<Step> after) {
    return after.stream().anyMatch(step -> step.isMandatory() || step.isBoundary());
  }

  /// Whether no second search can start within the text that a repetition has taken.
  private static boolean startsOnce(List<Step> before, Step step) {
    return before.stream()
        .anyMatch(each -> each.bars(step) || (each.isMandatory() && !each.overlaps(step)));
  }
}
