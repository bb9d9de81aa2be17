package dev.drover.internal.run;

import dev.drover.Run;
import dev.drover.internal.concurrent.EndFuture;
import dev.drover.internal.concurrent.RuntimeState;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;

/// Creates handles of runs. Safe for use by any thread.
public record RunHandles(
    StoredSessionQueries queries,
    EventTexts texts,
    RunCancellation cancellation,
    InputDeliveries deliveries,
    RuntimeState runtime) {
  public Run of(SessionId session, RunId run) {
    return new RunHandle(session, run, this, null);
  }

  /// @param end completed by the writer of this process when the run ends
  public Run of(SessionId session, RunId run, EndFuture<Event.RunFinished> end) {
    return new RunHandle(session, run, this, end);
  }
}
