package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The caller stopped waiting. What it waited for continues.
public abstract sealed class WaitEnded extends DroverException {
  private static final long serialVersionUID = 1L;

  private WaitEnded(Problem problem, @Nullable Throwable cause) {
    super(problem, cause);
  }

  /// A run had not ended within the time that its caller wanted to wait. The run continues or waits
  /// as before.
  public static final class RunWaitTimeout extends WaitEnded {
    public static final String CODE = "run_not_over";
    private static final long serialVersionUID = 1L;

    private final transient RunId run;
    private final String waitingFor;

    /// @param waitingFor what the run waits for; empty if it is working
    public RunWaitTimeout(RunId run, Duration atMost, String waitingFor) {
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

    /// What the run waited for when the time was over; empty if it was working.
    public String waitingFor() {
      return waitingFor;
    }
  }

  /// The waiting thread was interrupted; its interrupt flag is set again. The work that it waited
  /// for continues.
  public static final class WaitInterrupted extends WaitEnded {
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
}
