package dev.drover.runtime;

import dev.drover.kernel.Event;
import dev.drover.kernel.LongestWait;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.problem.WaitInterrupted;
import dev.drover.runtime.watch.EventStream;
import dev.drover.runtime.watch.Notice;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Tells a host that something reached its session. Many messages may be one wake-up, and one that
/// nobody waited for is kept for whoever asks next: what arrived is in the journal, this is a hint
/// to look.
///
/// [#listen] belongs to a thread of its own; the other methods may be called by any.
final class Wakeups {
  private final SessionId session;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // Guarded by the lock.
  private boolean isAwake;
  private boolean isOver;

  Wakeups(SessionId session) {
    this.session = session;
  }

  /// Listens until the stream ends, which it does with the session.
  void listen(EventStream events) {
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

  /// What somebody from outside said, and not what follows from it.
  private static boolean isMessage(Event event) {
    return switch (event) {
      case Event.RunAccepted _,
          Event.PromptQueued _,
          Event.TextSteered _,
          Event.ApprovalAnswered _,
          Event.DirectCallAccepted _ ->
          true;
      // Of a call that was carried out elsewhere.
      case Event.ToolSettled settled -> settled.by() != null;
      case Event.SessionOpened _,
          Event.SessionForked _,
          Event.RecipeAdopted _,
          Event.HistoryCleared _,
          Event.HistoryCompacted _,
          Event.OutcomeEdited _,
          Event.SessionHandedOff _,
          Event.CompactionDenied _,
          Event.CompactionFailed _,
          Event.BudgetsSet _,
          Event.TaskEnded _,
          Event.VerificationRecorded _,
          Event.CompletionMade _,
          Event.PromptDenied _,
          Event.BudgetWarned _,
          Event.ModelReplied _,
          Event.ModelFailed _,
          Event.ModelReplaced _,
          Event.ReplyInterrupted _,
          Event.AnswerRejected _,
          Event.ToolsPlanned _,
          Event.OfCall _,
          Event.RunRecovered _,
          Event.RunFinished _,
          Event.UndoOrdered _ ->
          false;
    };
  }

  void signal() {
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

  /// @return false if nothing came in time
  boolean await(Duration atMost) {
    lock.lock();
    try {
      long left = LongestWait.cap(atMost).toNanos();
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
