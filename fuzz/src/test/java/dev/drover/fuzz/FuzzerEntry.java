package dev.drover.fuzz;

import org.jspecify.annotations.Nullable;

/// Where the fuzzer comes in. It finds these methods by their names, in a process that has one
/// target.
public final class FuzzerEntry {
  private static @Nullable Target target;

  private FuzzerEntry() {}

  /// @param arguments the name of a [Reader]
  public static void fuzzerInitialize(String[] arguments) {
    target = Reader.valueOf(arguments[0]).target();
  }

  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    if (target != null) {
      target.accept(input);
    }
  }
}
