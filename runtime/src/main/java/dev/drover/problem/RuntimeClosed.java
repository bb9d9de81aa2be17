package dev.drover.problem;

import dev.drover.kernel.value.Problem;

/// The runtime was closed, and its store with it.
public final class RuntimeClosed extends DroverException {
  public static final String CODE = "runtime_closed";
  private static final long serialVersionUID = 1L;

  public RuntimeClosed() {
    super(
        new Problem(
            CODE,
            "The runtime is closed",
            "this runtime was closed, and reads and writes nothing any more",
            "Build another one on the same store."),
        null);
  }
}
