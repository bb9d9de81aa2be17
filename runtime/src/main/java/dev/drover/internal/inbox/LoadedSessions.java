package dev.drover.internal.inbox;

import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The sessions that are loaded in this process. Above a maximum number, sessions are unloaded that
/// are idle or only wait, starting with those without progress for the longest time. They are
/// loaded again when they are used, or at their wake time. A session that was asked to unload has
/// left the eviction queue, and is not asked again unless it stays.
///
/// All methods may be called by any thread.
public final class LoadedSessions {
  private final Function<SessionId, LoadedWriter> create;
  private final ConcurrentHashMap<SessionId, LoadedSession> residents = new ConcurrentHashMap<>();
  private final EvictionQueue line;
  // A waiting session may be unloaded. Its inputs must still be noticed, and this process still
  // drives it, unless another one has appended since.
  private final ConcurrentHashMap<SessionId, Long> markParked = new ConcurrentHashMap<>();

  public LoadedSessions(int most, Function<SessionId, LoadedWriter> create) {
    this.create = create;
    this.line =
        new EvictionQueue(
            most,
            resident -> resident.isIdle() || markParked.containsKey(resident.writer.session()));
  }

  Mailbox.Admission submit(SessionId session, WriterMessage message) {
    while (true) {
      var known = residents.get(session);
      var resident = known == null ? arrived(session) : known;
      var admission = resident.writer.submit(message);
      if (admission != Mailbox.Admission.RETIRED) {
        if (known == null) {
          evictExcess();
        }
        return admission;
      }
      forget(resident);
    }
  }

  /// @return false if the session has no writer that could receive it
  boolean submitIfLoaded(SessionId session, WriterMessage message) {
    var resident = residents.get(session);
    return resident != null && resident.writer.submit(message) != Mailbox.Admission.RETIRED;
  }

  public @Nullable SessionState publishedState(SessionId session) {
    var resident = residents.get(session);
    return resident == null ? null : resident.writer.publishedState();
  }

  boolean isLoaded(SessionId session) {
    var resident = residents.get(session);
    return resident != null && resident.writer.currentState() != null;
  }

  /// Sessions that are loaded, and those that are parked here.
  public List<SessionId> all() {
    return Stream.concat(residents.keySet().stream(), markParked.keySet().stream())
        .distinct()
        .sorted()
        .toList();
  }

  public boolean isLoadedOrParked(SessionId session) {
    return residents.containsKey(session) || isParked(session);
  }

  /// Whether the session is loaded, or is parked and will be loaded again at its wake time.
  public boolean isKnownOrParked(SessionId session) {
    return isLoaded(session) || isParked(session);
  }

  /// Whether the session has work that this process drives. Not known for a parked session: another
  /// process may have taken it over since.
  public boolean isDriven(SessionId session) {
    var resident = residents.get(session);
    return resident != null && resident.writer.isDriving();
  }

  boolean isParked(SessionId session) {
    return markParked.containsKey(session);
  }

  /// All work of the session waits for an input or for a time.
  ///
  /// @param at number of its last event
  public void markParked(SessionId session, long at) {
    if (markParked.put(session, at) == null) {
      evictExcess();
    }
  }

  public void clearParked(SessionId session) {
    if (!markParked.isEmpty()) {
      markParked.remove(session);
    }
  }

  /// Whether the session was parked here with this as its last event.
  public boolean isParked(SessionId session, long at) {
    var known = markParked.isEmpty() ? null : markParked.get(session);
    return known != null && known == at;
  }

  private LoadedSession arrived(SessionId session) {
    var fresh = new LoadedSession(create.apply(session));
    // Before another thread can find it and evict it.
    line.join(fresh);
    var other = residents.putIfAbsent(session, fresh);
    if (other != null) {
      line.leave(fresh);
      return other;
    }
    return fresh;
  }

  public void forget(LoadedWriter writer) {
    var resident = residents.get(writer.session());
    if (resident != null && resident.writer.equals(writer)) {
      forget(resident);
    }
  }

  private void forget(LoadedSession resident) {
    residents.remove(resident.writer.session(), resident);
    line.leave(resident);
  }

  /// The session was asked to unload, but has work.
  public void keepLoaded(LoadedWriter writer) {
    var resident = residents.get(writer.session());
    if (resident != null && resident.writer.equals(writer)) {
      line.join(resident);
    }
  }

  /// Asks some sessions to unload, if there are too many.
  public void evictExcess() {
    while (line.isTooLong()) {
      var next = line.next();
      if (next == null) {
        return;
      }
      next.writer.submit(new WriterMessage.Unload());
    }
  }
}
