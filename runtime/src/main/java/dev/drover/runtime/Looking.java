package dev.drover.runtime;

import dev.drover.runtime.problem.StoreFailed;
import dev.drover.runtime.writer.UnreadableJournal;
import dev.drover.spi.PortException;
import java.util.function.Supplier;

/// Looks something up in the store for people, who know no ports.
final class Looking {
  private Looking() {}

  /// @throws StoreFailed if the store does not give it
  /// @throws dev.drover.runtime.problem.SessionUnreadable if what it gives cannot be read
  static <T> T up(Supplier<T> wanted) {
    try {
      return wanted.get();
    } catch (PortException broken) {
      throw UnreadableJournal.forCallers(broken);
    }
  }
}
