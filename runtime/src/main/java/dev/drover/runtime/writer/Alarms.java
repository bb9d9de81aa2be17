package dev.drover.runtime.writer;

import dev.drover.kernel.SessionId;
import dev.drover.spi.time.Time;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Wakes sessions at a time, whether they are loaded or not. So a run that has to wait, be it for a
/// minute or for a week, keeps nothing in memory but this.
///
/// A session has up to two times: when something of its state is due, which each of its steps says
/// anew, and when its writer wants to try again what the store did not let it do, which no step
/// takes back.
///
/// All methods may be called by any thread.
final class Alarms {
  private final Time time;
  private final Consumer<SessionId> wake;
  private final ConcurrentHashMap<SessionId, Alarm> due = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<SessionId, Alarm> reminders = new ConcurrentHashMap<>();

  private record Alarm(Instant at, Thread sleeper) {}

  /// @param wake called on a thread of its own, when it is time
  Alarms(Time time, Consumer<SessionId> wake) {
    this.time = time;
    this.wake = wake;
  }

  /// From now on the session is woken at this time for what is due, and no more at the one before.
  ///
  /// @param at null if not at all
  void set(SessionId session, @Nullable Instant at) {
    if (at != null) {
      due.compute(
          session, (_, before) -> isFor(before, at) ? before : instead(due, session, before, at));
    } else {
      silence(due, session);
    }
  }

  /// The session is woken at this time at the latest, whatever falls due.
  void remind(SessionId session, Instant at) {
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
    // Whoever was interrupted too late to notice has been replaced, and says nothing.
    boolean isOwn =
        set.computeIfPresent(session, (_, alarm) -> isOfThisThread(alarm) ? null : alarm) == null;
    if (isOwn && !Thread.currentThread().isInterrupted()) {
      wake.accept(session);
    }
  }

  private static boolean isOfThisThread(Alarm alarm) {
    return alarm.sleeper().equals(Thread.currentThread());
  }

  /// Whether the session is woken at some time.
  boolean isSet(SessionId session) {
    return due.containsKey(session) || reminders.containsKey(session);
  }

  /// The session is not woken any more.
  void silence(SessionId session) {
    silence(due, session);
    silence(reminders, session);
  }

  private static void silence(ConcurrentHashMap<SessionId, Alarm> set, SessionId session) {
    if (!set.isEmpty()) {
      set.computeIfPresent(session, (_, before) -> silenced(before));
    }
  }

  void silenceAll() {
    due.keySet().forEach(this::silence);
    reminders.keySet().forEach(this::silence);
  }
}
