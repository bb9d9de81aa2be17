package dev.drover.runtime.writer;

import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The sessions that are loaded in this process. Beyond a number those are unloaded that are idle,
/// or only wait, and in which nothing has happened for long. They come back when they are touched,
/// or when it is time. Who is asked to go has left the line of those who may be, and is not asked
/// again unless it stays.
///
/// All methods may be called by any thread.
final class Residents {
  private final Function<SessionId, SessionWriter> create;
  private final ConcurrentHashMap<SessionId, Resident> residents = new ConcurrentHashMap<>();
  private final Line line;
  // What only waits may be unloaded. What comes for it must still be noticed, and it is still this
  // process that drives it, unless something was written since.
  private final ConcurrentHashMap<SessionId, Long> parked = new ConcurrentHashMap<>();

  Residents(int most, Function<SessionId, SessionWriter> create) {
    this.create = create;
    this.line =
        new Line(
            most, resident -> resident.isIdle() || parked.containsKey(resident.writer.session()));
  }

  Mailbox.Admission tell(SessionId session, Letter letter) {
    while (true) {
      var known = residents.get(session);
      var resident = known == null ? arrived(session) : known;
      var admission = resident.writer.tell(letter);
      if (admission != Mailbox.Admission.RETIRED) {
        if (known == null) {
          shrink();
        }
        return admission;
      }
      forget(resident);
    }
  }

  /// @return false if no writer of the session is there that could be told
  boolean tellIfHere(SessionId session, Letter letter) {
    var resident = residents.get(session);
    return resident != null && resident.writer.tell(letter) != Mailbox.Admission.RETIRED;
  }

  @Nullable SessionState shown(SessionId session) {
    var resident = residents.get(session);
    return resident == null ? null : resident.writer.shown();
  }

  boolean isLoaded(SessionId session) {
    var resident = residents.get(session);
    return resident != null && resident.writer.known() != null;
  }

  /// Those that are loaded, and those that wait here without being so.
  List<SessionId> all() {
    return Stream.concat(residents.keySet().stream(), parked.keySet().stream())
        .distinct()
        .sorted()
        .toList();
  }

  boolean isHere(SessionId session) {
    return residents.containsKey(session) || isParked(session);
  }

  /// Whether something is going in the session that this process drives. Of one that is only parked
  /// here that is not known: another process may have taken it over since.
  boolean isDriven(SessionId session) {
    var resident = residents.get(session);
    return resident != null && resident.writer.isDriving();
  }

  boolean isParked(SessionId session) {
    return parked.containsKey(session);
  }

  /// Everything that goes on in the session waits, for somebody or for its time.
  ///
  /// @param at number of its last event
  void parked(SessionId session, long at) {
    if (parked.put(session, at) == null) {
      shrink();
    }
  }

  void unparked(SessionId session) {
    if (!parked.isEmpty()) {
      parked.remove(session);
    }
  }

  /// Whether the session was parked here when this was its last event.
  boolean isParked(SessionId session, long at) {
    var known = parked.isEmpty() ? null : parked.get(session);
    return known != null && known == at;
  }

  private Resident arrived(SessionId session) {
    var fresh = new Resident(create.apply(session));
    // Before anybody finds it, who could make it go.
    line.join(fresh);
    var other = residents.putIfAbsent(session, fresh);
    if (other != null) {
      line.leave(fresh);
      return other;
    }
    return fresh;
  }

  void forget(SessionWriter writer) {
    var resident = residents.get(writer.session());
    if (resident != null && resident.writer == writer) {
      forget(resident);
    }
  }

  private void forget(Resident resident) {
    residents.remove(resident.writer.session(), resident);
    line.leave(resident);
  }

  /// Was asked to go, and has something to do.
  void stays(SessionWriter writer) {
    var resident = residents.get(writer.session());
    if (resident != null && resident.writer == writer) {
      line.join(resident);
    }
  }

  /// Asks some to go, if there are too many.
  void shrink() {
    while (line.isTooLong()) {
      var next = line.next();
      if (next == null) {
        return;
      }
      next.writer.tell(new Letter.Unload());
    }
  }
}
