package dev.drover.fuzz;

import org.jspecify.annotations.Nullable;

/// The entry point for the fuzzer, which finds these methods by name, in a process with one target.
public final class FuzzerEntry {
  private static @Nullable FuzzTarget target;

  private FuzzerEntry() {}

  /// @param arguments the name of a [FuzzReaders]
  public static void fuzzerInitialize(String[] arguments) {
    target = FuzzReaders.valueOf(arguments[0]).target();
  }

  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    if (target != null) {
      target.accept(input);
    }
  }
}
