package dev.drover.internal.run;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.Run;
import dev.drover.RunReport;
import dev.drover.internal.concurrent.EndFuture;
import dev.drover.internal.concurrent.MonotonicClock;
import dev.drover.internal.query.RunReportFactory;
import dev.drover.kernel.check.WaitLimit;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import dev.drover.query.RunSnapshot;
import dev.drover.query.RunSnapshot.RunDetails;
import dev.drover.spi.tool.CancellationToken;
import dev.drover.watch.EventStream;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Implements [Run].
public final class RunHandle implements Run {
  private final SessionId session;
  private final RunId id;
  private final RunHandles handles;
  private final @Nullable EndFuture<Event.RunFinished> ticket;

  public RunHandle(
      SessionId session,
      RunId id,
      RunHandles handles,
      @Nullable EndFuture<Event.RunFinished> ticket) {
    this.session = session;
    this.id = id;
    this.handles = handles;
    this.ticket = ticket;
  }

  @Override
  public RunId id() {
    return id;
  }

  @Override
  public SessionId session() {
    return session;
  }

  @Override
  public RunStatus status() {
    return snapshot().status();
  }

  @Override
  public RunSnapshot snapshot() {
    return handles.queries().run(id).orElseThrow(() -> new RunNotFound(id));
  }

  @Override
  public RunDetails details() {
    return handles.queries().details(id);
  }

  @Override
  public EventStream events() {
    return handles.queries().events(id);
  }

  @Override
  public RunReport await() {
    return await(null).orElseThrow();
  }

  @Override
  public RunReport awaitLast() {
    var report = await();
    while (report.result() instanceof RunReport.Successor next) {
      report = handles.of(next.session(), next.run()).await();
    }
    return report;
  }

  @Override
  public Optional<RunReport> await(@Nullable Duration atMost) {
    long left = atMost == null ? Long.MAX_VALUE : WaitLimit.cap(atMost).toNanos();
    long since = MonotonicClock.now();
    if (ticket != null) {
      try {
        var end = ticket.end().await(left);
        if (end == null) {
          return Optional.empty();
        }
        if (end instanceof EndFuture.Ended<Event.RunFinished>(var event)) {
          return Optional.of(RunReportFactory.of(event, handles.texts()));
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new WaitInterrupted("run " + id);
      }
    }
    return watch(since, left);
  }

  /// Waits for the end by watching the journal: for runs of other processes, and for unloaded ones.
  private Optional<RunReport> watch(long since, long nanos) {
    try (var events = handles.queries().eventsOnly(id)) {
      while (true) {
        long left = Math.max(0, nanos - (MonotonicClock.now() - since));
        var next = events.next(Duration.ofNanos(left));
        if (next.isEmpty()) {
          return handles.queries().report(id);
        }
        if (next.get() instanceof Notice.Happened happened
            && happened.event() instanceof Event.RunFinished finished) {
          return Optional.of(RunReportFactory.of(finished, handles.texts()));
        }
      }
    }
  }

  @Override
  public CancellationToken scope() {
    return RunCancellationToken.of(this, handles);
  }

  @Override
  public boolean cancel() {
    return handles.cancellation().cancel(session, id, "user", "cancelled through its handle");
  }

  @Override
  public boolean cancel(EffectId call) {
    nonNull(call, "call");
    var state = handles.queries().state(session);
    boolean isOwn = state.running().filter(frame -> frame.run().equals(id)).isPresent();
    return isOwn
        && state.call(call).isPresent()
        && handles.deliveries().deliver(session, new Input.CallCancelled(call, "user"))
            instanceof InputDelivery.Counted;
  }
}
