package dev.drover.runtime.writer;

import dev.drover.kernel.SessionId;
import dev.drover.spi.time.Time;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Wakes sessions at a time, one time for each, whether they are loaded or not. So a run that has
/// to wait, be it for a minute or for a week, keeps nothing in memory but this.
///
/// All methods may be called by any thread.
final class Alarms {
  private final Time time;
  private final Consumer<SessionId> wake;
  private final ConcurrentHashMap<SessionId, Alarm> set = new ConcurrentHashMap<>();

  private record Alarm(Instant at, Thread sleeper) {}

  /// @param wake called on a thread of its own, when it is time
  Alarms(Time time, Consumer<SessionId> wake) {
    this.time = time;
    this.wake = wake;
  }

  /// From now on the session is woken at this time, and no more at the one before.
  ///
  /// @param at null if not at all
  void set(SessionId session, @Nullable Instant at) {
    if (at != null) {
      set.compute(
          session, (_, before) -> isFor(before, at) ? before : instead(session, before, at));
    } else if (!set.isEmpty()) {
      set.computeIfPresent(session, (_, before) -> silenced(before));
    }
  }

  /// The session is woken at this time at the latest.
  void setBy(SessionId session, Instant at) {
    set.compute(
        session,
        (_, before) ->
            before != null && !before.at().isAfter(at) ? before : instead(session, before, at));
  }

  private static boolean isFor(@Nullable Alarm alarm, Instant at) {
    return alarm != null && alarm.at().equals(at);
  }

  private Alarm instead(SessionId session, @Nullable Alarm before, Instant at) {
    if (before != null) {
      silenced(before);
    }
    return new Alarm(at, Thread.ofVirtual().start(() -> ring(session, at)));
  }

  private static @Nullable Alarm silenced(Alarm alarm) {
    alarm.sleeper().interrupt();
    return null;
  }

  private void ring(SessionId session, Instant at) {
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

  void silenceAll() {
    set.keySet().forEach(session -> set(session, null));
  }
}
