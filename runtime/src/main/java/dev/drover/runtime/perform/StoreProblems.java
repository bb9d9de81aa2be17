package dev.drover.runtime.perform;

import dev.drover.kernel.Failure;
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
    return PASSING.contains(broken.problem().code());
  }

  /// For whoever could not do something because of it.
  static Failure failure(PortException broken) {
    return mayPass(broken)
        ? new Failure(broken.problem(), new Failure.Retry.Later(Duration.ZERO))
        : Failure.lasting(broken.problem());
  }
}
