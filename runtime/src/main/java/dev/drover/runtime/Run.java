package dev.drover.runtime;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Input;
import dev.drover.kernel.LongestWait;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.problem.RunNotFound;
import dev.drover.runtime.problem.WaitInterrupted;
import dev.drover.runtime.watch.EventStream;
import dev.drover.runtime.watch.Notice;
import dev.drover.runtime.writer.Ticket;
import dev.drover.runtime.writer.Ticks;
import dev.drover.spi.tool.CancelScope;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The work one prompt causes, as a handle: cheap, and safe for use by any thread. The run does not
/// end when the handle is forgotten.
public final class Run {
  private final SessionId session;
  private final RunId id;
  private final Drover drover;
  private final @Nullable Ticket<Event.RunFinished> ticket;

  Run(SessionId session, RunId id, Drover drover, @Nullable Ticket<Event.RunFinished> ticket) {
    this.session = session;
    this.id = id;
    this.drover = drover;
    this.ticket = ticket;
  }

  public RunId id() {
    return id;
  }

  public SessionId session() {
    return session;
  }

  public RunStatus status() {
    return snapshot().status();
  }

  public RunSnapshot snapshot() {
    return drover.archive().run(id).orElseThrow(() -> new RunNotFound(id));
  }

  /// What happens in the run, from its first event to its last; any number of readers, at any time.
  ///
  /// A reader may attach late. Of a reply that is being made it first gets what was said so far; of
  /// one that is settled, its whole text as one fragment before the event. So the text fragments of
  /// each reply, joined, are its text, wherever the run is driven. Where that is not so, or where
  /// events were trimmed, a [Notice.Missed] says how many are lacking and why. Other fragments
  /// (reasoning, arguments, output of tools) are shown only while they are made, in the process
  /// that drives the run: the events have the whole. [Session#stream] sees all of them.
  public EventStream events() {
    return drover.archive().events(id);
  }

  /// Waits for the end of the run, whoever drives it.
  ///
  /// @throws WaitInterrupted if the thread is interrupted; the run goes on
  public RunReport await() {
    return await(null).orElseThrow();
  }

  /// Waits for the end of the run, and, if it hands the conversation on, of the run that goes on,
  /// and so forth.
  ///
  /// @return of the last of them
  /// @throws WaitInterrupted if the thread is interrupted; the run goes on
  public RunReport awaitLast() {
    var report = await();
    for (var next = report.successor(); next != null; next = report.successor()) {
      report = new Run(next.session(), next.run(), drover, null).await();
    }
    return report;
  }

  /// Waits for the end of the run, but not longer than `atMost`.
  public Optional<RunReport> await(@Nullable Duration atMost) {
    long left = atMost == null ? Long.MAX_VALUE : LongestWait.cap(atMost).toNanos();
    long since = Ticks.now();
    if (ticket != null) {
      try {
        var end = ticket.end().await(left);
        if (end == null) {
          return Optional.empty();
        }
        if (end instanceof Ticket.Ended<Event.RunFinished>(var event)) {
          return Optional.of(Reports.of(event, drover.engine().texts()));
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new WaitInterrupted("run " + id);
      }
    }
    return watch(since, left);
  }

  /// Waits for the end by watching the journal: the way for runs that others drive, or that were
  /// unloaded.
  private Optional<RunReport> watch(long since, long nanos) {
    try (var events = drover.archive().eventsOnly(id)) {
      while (true) {
        long left = Math.max(0, nanos - (Ticks.now() - since));
        var next = events.next(Duration.ofNanos(left));
        if (next.isEmpty()) {
          return drover.archive().report(id);
        }
        if (next.get() instanceof Notice.Happened happened
            && happened.event() instanceof Event.RunFinished finished) {
          return Optional.of(Reports.of(finished, drover.engine().texts()));
        }
      }
    }
  }

  /// Tells whoever does work for this run when it is cancelled: by whomever, wherever it is driven,
  /// and also with its session or its runtime. See [dev.drover.spi.tool.ToolInvocation#scope] for a
  /// call.
  public CancelScope scope() {
    return RunScope.of(this, drover);
  }

  /// Cancels this run and no other.
  ///
  /// @return whether there was something to cancel
  public boolean cancel() {
    return drover.cancel(session, id, "user", "cancelled through its handle");
  }

  /// Cancels one call of this run and no other; the model is told, and the run goes on. What the
  /// call has begun may have happened.
  ///
  /// @param call its name, as in [Session#activeTools]
  /// @return whether it was open, and has ended by this
  public boolean cancel(EffectId call) {
    var state = drover.archive().state(session);
    boolean isOwn = state.running().filter(frame -> frame.run().equals(id)).isPresent();
    return isOwn
        && state.call(call).isPresent()
        && Delivery.of(drover, session, new Input.CallCancelled(call, "user"))
            instanceof Delivery.Counted;
  }
}
