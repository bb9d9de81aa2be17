package dev.drover.runtime.problem;

import dev.drover.kernel.Problem;
import dev.drover.kernel.RunId;
import java.time.Duration;

/// A run had not ended when the time was over that its caller wanted to wait. The run goes on, or
/// waits, as it did.
public final class RunNotOver extends DroverException {
  public static final String CODE = "run_not_over";
  private static final long serialVersionUID = 1L;

  private final transient RunId run;
  private final String waitingFor;

  /// @param waitingFor what the run waits for; empty if it is at work
  public RunNotOver(RunId run, Duration atMost, String waitingFor) {
    super(
        new Problem(
            CODE,
            "The run is not over",
            "run %s was not over after %s; it %s"
                .formatted(
                    run, atMost, waitingFor.isEmpty() ? "is at work" : "waits for " + waitingFor),
            "Give it what it waits for, wait for it with Run.await, or cancel it."),
        null);
    this.run = run;
    this.waitingFor = waitingFor;
  }

  public RunId run() {
    return run;
  }

  /// What the run waited for when the time was over; empty if it was at work.
  public String waitingFor() {
    return waitingFor;
  }
}
