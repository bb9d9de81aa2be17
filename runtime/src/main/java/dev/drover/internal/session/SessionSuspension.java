package dev.drover.internal.session;

import dev.drover.internal.dispatch.EffectScheduler;
import dev.drover.internal.dispatch.WakeTimers;
import dev.drover.internal.inbox.LoadedSessions;
import dev.drover.internal.inbox.WriterProblems;
import dev.drover.internal.model.ModelAttempts;
import dev.drover.internal.publish.TaskWakeups;
import dev.drover.internal.state.KnownState;
import dev.drover.internal.state.OwnedRuns;
import dev.drover.spi.PortException;
import dev.drover.spi.time.Time;
import java.time.Duration;

/// Stops driving a session, for good or for a while, without an event in the journal. Belongs to
/// the session's writer.
public final class SessionSuspension {
  private final KnownState state;
  private final OwnedRuns driving;
  private final EffectScheduler effects;
  private final WakeTimers alarms;
  private final LoadedSessions loaded;
  private final ModelAttempts attempts;
  private final TaskWakeups tasks;
  private final Time time;
  private final RetryBackoff backoff = new RetryBackoff();

  public SessionSuspension(
      KnownState state,
      OwnedRuns driving,
      EffectScheduler effects,
      WakeTimers alarms,
      LoadedSessions loaded,
      ModelAttempts attempts,
      TaskWakeups tasks,
      Time time) {
    this.state = state;
    this.driving = driving;
    this.effects = effects;
    this.alarms = alarms;
    this.loaded = loaded;
    this.attempts = attempts;
    this.tasks = tasks;
    this.time = time;
  }

  /// Stops driving: the process that opens the session next continues.
  void suspend(String why) {
    alarms.cancel(state.session());
    loaded.clearParked(state.session());
    driving.run().ifPresent(attempts::release);
    unload(why);
  }

  /// Stops driving for now. If another process has appended, it drives the work in progress. If
  /// none has, because the store failed or could not acknowledge an append, no process would: so
  /// this process checks again, and so do the sessions that may have received messages.
  void standBack(String why, Duration pause) {
    var known = state.currentState();
    suspend(why);
    lookAgain(pause);
    if (known != null) {
      tasks.wakeAll(known);
    }
  }

  /// As above, unless a retry makes no sense.
  void standBack(PortException broken) {
    var why = broken.problem().toString();
    boolean isLeft = WriterProblems.isUnexpected(broken) && driving.hasWork();
    if (WriterProblems.mayBeWritten(broken) || isLeft) {
      standBack(why, backoff.next());
    } else {
      suspend(why);
    }
  }

  /// Schedules a retry of what the store refused.
  void lookAgain() {
    lookAgain(backoff.next());
  }

  private void lookAgain(Duration pause) {
    alarms.setRetry(state.session(), time.now().plus(pause));
  }

  /// The store works again.
  void storeAnswered() {
    backoff.reset();
  }

  /// Removes the session from memory; a parked session is still driven here.
  void unload(String why) {
    effects.stopAll();
    driving.releaseAll(why);
    state.forget();
  }
}
