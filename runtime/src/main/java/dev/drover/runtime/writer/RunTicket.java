package dev.drover.runtime.writer;

import dev.drover.kernel.Event.RunFinished;
import dev.drover.kernel.RunId;

/// How whoever sent a prompt learns of its end. Held by the sender and by the writer.
public final class RunTicket {
  private final RunId run;
  private final Pending<End> end = new Pending<>();

  public RunTicket(RunId run) {
    this.run = run;
  }

  public RunId run() {
    return run;
  }

  public Pending<End> end() {
    return end;
  }

  /// What a ticket holder learns.
  public sealed interface End {
    record Finished(RunFinished event) implements End {}

    /// This process no longer drives the run; its end will be in the journal.
    record LostSight(String why) implements End {}
  }
}
