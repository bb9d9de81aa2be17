package dev.drover.runtime;

import dev.drover.runtime.problem.StoreFailed;
import dev.drover.spi.PortException;
import java.util.function.Supplier;

/// Looks something up in the store for people, who know no ports.
final class Looking {
  private Looking() {}

  /// @throws StoreFailed if the store does not give it
  static <T> T up(Supplier<T> wanted) {
    try {
      return wanted.get();
    } catch (PortException broken) {
      throw new StoreFailed(broken);
    }
  }
}
