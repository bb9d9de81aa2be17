package dev.drover.internal.query;

import dev.drover.internal.state.UnreadableJournal;
import dev.drover.problem.StoreFailed;
import dev.drover.spi.PortException;
import java.util.function.Supplier;

/// Reads from the store for callers of the API, and translates exceptions of ports.
public final class StoreReads {
  private StoreReads() {}

  /// @throws StoreFailed if the store fails
  /// @throws dev.drover.problem.SessionUnavailable.SessionUnreadable if the data cannot be read
  public static <T> T read(Supplier<T> wanted) {
    try {
      return wanted.get();
    } catch (PortException broken) {
      throw UnreadableJournal.forCallers(broken);
    }
  }
}
