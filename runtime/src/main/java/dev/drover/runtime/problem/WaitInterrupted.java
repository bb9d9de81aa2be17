package dev.drover.runtime.problem;

import dev.drover.kernel.Problem;

/// The waiting thread was interrupted; its interrupt flag is set again. What it waited for goes on.
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
