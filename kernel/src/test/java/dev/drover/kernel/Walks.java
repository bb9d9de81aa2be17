package dev.drover.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Tries a law on many generated walks. A walk that breaks it is made as short as it can be by
/// leaving steps out, and is told together with its seed.
///
/// Everyday builds try the same walks each time. `-Ddrover.walks.seed` starts elsewhere, and
/// `-Ddrover.walks.count` tries more.
final class Walks {
  private static final long FIRST_SEED = Long.getLong("drover.walks.seed", 20_260_301L);
  private static final int COUNT = Integer.getInteger("drover.walks.count", 1_000);

  private Walks() {}

  static void keep(Consumer<Walk> law) {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + COUNT; seed++) {
      var steps = Step.walk(seed);
      if (breach(law, steps).isPresent()) {
        var shortest = shrunk(law, steps);
        var cause = breach(law, shortest).orElseThrow();
        throw new AssertionError(
            "broken by seed %d, after %d of %d steps were left out:%n%s%n%s"
                .formatted(
                    seed,
                    steps.size() - shortest.size(),
                    steps.size(),
                    told(shortest),
                    cause.getMessage()),
            cause);
      }
    }
  }

  private static Optional<Throwable> breach(Consumer<Walk> law, List<Step> steps) {
    try {
      law.accept(Walk.of(steps));
      return Optional.empty();
    } catch (RuntimeException | AssertionError breach) {
      return Optional.of(breach);
    }
  }

  /// Leaves out halves, then quarters, down to single steps, as long as the law stays broken.
  private static List<Step> shrunk(Consumer<Walk> law, List<Step> steps) {
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
  private static String told(List<Step> steps) {
    for (int length = steps.size(); length > 0; length--) {
      try {
        return Walk.of(steps.subList(0, length)).toString();
      } catch (RuntimeException thrown) {
        // One step less, then: the throw itself is told as the cause.
      }
    }
    return "";
  }
}
