package dev.drover.problem;

import dev.drover.kernel.value.Problem;

/// The waiting thread was interrupted; its interrupt flag is set again. The work that it waited for
/// continues.
public final class WaitInterrupted extends DroverException {
  public static final String CODE = "wait_interrupted";
  private static final long serialVersionUID = 1L;

  public WaitInterrupted(String what) {
    super(
        new Problem(
            CODE,
            "Interrupted while waiting",
            "the thread was interrupted while it waited for " + what,
            "Wait again, or cancel what it waited for."),
        null);
  }
}
