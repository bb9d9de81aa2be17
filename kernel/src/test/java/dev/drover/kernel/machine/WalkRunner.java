package dev.drover.kernel.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Checks a law on many generated walks. A walk that violates it is shortened as far as possible by
/// removing steps, and is reported with its seed.
///
/// Everyday builds use the same walks each time. `-Ddrover.walks.seed` starts elsewhere, and
/// `-Ddrover.walks.count` runs more.
final class WalkRunner {
  private static final long FIRST_SEED = Long.getLong("drover.walks.seed", 20_260_301L);
  private static final int COUNT = Integer.getInteger("drover.walks.count", 1_000);

  private WalkRunner() {}

  static void keep(Consumer<InputWalk> law) {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + COUNT; seed++) {
      var steps = WalkStep.walk(seed);
      if (breach(law, steps).isPresent()) {
        var shortest = shrunk(law, steps);
        var cause = breach(law, shortest).orElseThrow();
        throw new AssertionError(
            "broken by seed %d, after %d of %d steps were left out:%n%s%n%s"
                .formatted(
                    seed,
                    steps.size() - shortest.size(),
                    steps.size(),
                    describe(shortest),
                    cause.getMessage()),
            cause);
      }
    }
  }

  private static Optional<Throwable> breach(Consumer<InputWalk> law, List<WalkStep> steps) {
    try {
      law.accept(InputWalk.of(steps));
      return Optional.empty();
    } catch (RuntimeException | AssertionError breach) {
      return Optional.of(breach);
    }
  }

  /// Removes halves, then quarters, down to single steps, as long as the law is still violated.
  private static List<WalkStep> shrunk(Consumer<InputWalk> law, List<WalkStep> steps) {
    var kept = steps;
    for (int size = Math.max(1, steps.size() / 2); size > 0; size /= 2) {
      int from = 0;
      while (from < kept.size()) {
        var fewer = new ArrayList<>(kept);
        fewer.subList(from, Math.min(from + size, kept.size())).clear();
        if (breach(law, fewer).isPresent()) {
          kept = fewer;
        } else {
          from += size;
        }
      }
    }
    return kept;
  }

  /// The walk as far as it goes: a decision that throws ends it.
  private static String describe(List<WalkStep> steps) {
    for (int length = steps.size(); length > 0; length--) {
      try {
        return InputWalk.of(steps.subList(0, length)).toString();
      } catch (RuntimeException thrown) {
        // One step less: the exception itself is reported as the cause.
      }
    }
    return "";
  }
}
