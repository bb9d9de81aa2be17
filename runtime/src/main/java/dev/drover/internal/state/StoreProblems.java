package dev.drover.internal.state;

import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.spi.PortException;
import java.time.Duration;
import java.util.Set;

/// Classifies failures of a store.
public final class StoreProblems {
  // Failures that can end without a restart of this process.
  private static final Set<String> PASSING =
      Set.of("store_full", "store_locked", "store_unavailable");

  private StoreProblems() {}

  public static boolean mayPass(PortException broken) {
    return mayPass(broken.problem());
  }

  private static boolean mayPass(Problem problem) {
    return PASSING.contains(problem.code());
  }

  /// The failure of an operation that needed the store.
  public static Failure failure(Problem problem) {
    return mayPass(problem)
        ? new Failure(problem, new Failure.Retry.Later(Duration.ZERO))
        : Failure.lasting(problem);
  }
}
