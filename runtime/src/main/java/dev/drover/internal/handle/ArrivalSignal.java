package dev.drover.internal.handle;

import dev.drover.kernel.check.WaitLimit;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import dev.drover.watch.EventStream;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Signals a host that an input reached its session. Several inputs may cause one wake-up, and a
/// wake-up without a waiting thread is kept for the next one: the journal has the inputs, this is a
/// hint to read it.
///
/// [#listen] belongs to a separate thread; the other methods may be called by any.
public final class ArrivalSignal {
  private final SessionId session;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // Guarded by the lock.
  private boolean isAwake;
  private boolean isOver;

  public ArrivalSignal(SessionId session) {
    this.session = session;
  }

  /// Listens until the stream ends, which it does with the session.
  public void listen(EventStream events) {
    try (events) {
      for (var next = events.next(); next.isPresent(); next = events.next()) {
        if (next.get() instanceof Notice.Happened happened && isMessage(happened.event())) {
          signal();
        }
      }
    } finally {
      end();
    }
  }

  /// Whether it is an input from outside, and not a consequence of one.
  private static boolean isMessage(Event event) {
    return switch (event) {
      case Event.OfPrompt _,
          Event.ApprovalAnswered _,
          Event.QuestionAnswered _,
          Event.DirectCallAccepted _ ->
          true;
      // The end of a deferred call.
      case Event.ToolSettled settled -> settled.by() != null;
      case Event.OfSession _,
          Event.BudgetWarned _,
          Event.OfModel _,
          Event.OfVerification _,
          Event.ToolsPlanned _,
          Event.OfCall _,
          Event.RunRecovered _,
          Event.RunFinished _,
          Event.UndoOrdered _ ->
          false;
    };
  }

  public void signal() {
    lock.lock();
    try {
      isAwake = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    lock.lock();
    try {
      isOver = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// @return false if there was no signal in time
  public boolean await(Duration atMost) {
    lock.lock();
    try {
      long left = WaitLimit.cap(atMost).toNanos();
      while (!isAwake && !isOver && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (isAwake) {
        isAwake = false;
        return true;
      }
      if (isOver) {
        throw new SessionClosed(session);
      }
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("a message to session " + session);
    } finally {
      lock.unlock();
    }
  }
}
