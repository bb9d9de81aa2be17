package dev.drover.internal.dispatch;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.time.Time;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Wakes sessions at a given time, whether they are loaded or not. So a run that waits, for a
/// minute or for a week, occupies only a timer.
///
/// A session has up to two times: when its state has something due, which each of its steps sets
/// again, and when its writer retries an operation that the store refused, which steps do not
/// change.
///
/// All methods may be called by any thread.
public final class WakeTimers {
  private final Time time;
  private final Consumer<SessionId> wake;
  private final ConcurrentHashMap<SessionId, Alarm> due = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<SessionId, Alarm> reminders = new ConcurrentHashMap<>();

  private record Alarm(Instant at, Thread sleeper) {}

  /// @param wake called on a separate thread, at that time
  public WakeTimers(Time time, Consumer<SessionId> wake) {
    this.time = time;
    this.wake = wake;
  }

  /// Replaces the time at which the session is woken for due effects.
  ///
  /// @param at null for no time
  void set(SessionId session, @Nullable Instant at) {
    if (at != null) {
      due.compute(
          session, (_, before) -> isFor(before, at) ? before : instead(due, session, before, at));
    } else {
      cancel(due, session);
    }
  }

  /// The session is woken at this time at the latest, regardless of due effects.
  public void setRetry(SessionId session, Instant at) {
    reminders.compute(
        session,
        (_, before) ->
            before != null && !before.at().isAfter(at)
                ? before
                : instead(reminders, session, before, at));
  }

  private static boolean isFor(@Nullable Alarm alarm, Instant at) {
    return alarm != null && alarm.at().equals(at);
  }

  private Alarm instead(
      ConcurrentHashMap<SessionId, Alarm> set,
      SessionId session,
      @Nullable Alarm before,
      Instant at) {
    if (before != null) {
      silenced(before);
    }
    return new Alarm(at, Thread.ofVirtual().start(() -> ring(set, session, at)));
  }

  private static @Nullable Alarm silenced(Alarm alarm) {
    alarm.sleeper().interrupt();
    return null;
  }

  private void ring(ConcurrentHashMap<SessionId, Alarm> set, SessionId session, Instant at) {
    try {
      time.sleepUntil(at);
    } catch (InterruptedException silenced) {
      Thread.currentThread().interrupt();
      return;
    }
    // A timer that was interrupted too late has been replaced, and does nothing.
    boolean isOwn =
        set.computeIfPresent(session, (_, alarm) -> isOfThisThread(alarm) ? null : alarm) == null;
    if (isOwn && !Thread.currentThread().isInterrupted()) {
      wake.accept(session);
    }
  }

  private static boolean isOfThisThread(Alarm alarm) {
    return alarm.sleeper().equals(Thread.currentThread());
  }

  /// Whether the session has a wake time.
  public boolean isSet(SessionId session) {
    return due.containsKey(session) || reminders.containsKey(session);
  }

  /// Removes the wake times of the session.
  public void cancel(SessionId session) {
    cancel(due, session);
    cancel(reminders, session);
  }

  private static void cancel(ConcurrentHashMap<SessionId, Alarm> set, SessionId session) {
    if (!set.isEmpty()) {
      set.computeIfPresent(session, (_, before) -> silenced(before));
    }
  }

  public void cancelAll() {
    due.keySet().forEach(this::cancel);
    reminders.keySet().forEach(this::cancel);
  }
}
