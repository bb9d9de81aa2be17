package dev.drover.runtime.perform;

import dev.drover.kernel.Failure;
import dev.drover.kernel.Problem;
import dev.drover.spi.PortException;
import java.time.Duration;
import java.util.Set;

/// What it means that a store breaks.
public final class StoreProblems {
  // Those that go away without anybody restarting this process.
  private static final Set<String> PASSING =
      Set.of("store_full", "store_locked", "store_unavailable");

  private StoreProblems() {}

  public static boolean mayPass(PortException broken) {
    return mayPass(broken.problem());
  }

  private static boolean mayPass(Problem problem) {
    return PASSING.contains(problem.code());
  }

  /// For whoever could not do something because of it.
  static Failure failure(Problem problem) {
    return mayPass(problem)
        ? new Failure(problem, new Failure.Retry.Later(Duration.ZERO))
        : Failure.lasting(problem);
  }
}
