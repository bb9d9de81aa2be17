package dev.drover.runtime.writer;

import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The sessions that are loaded in this process. Beyond a number those are unloaded that are idle,
/// or only wait, and in which nothing has happened for long. They come back when they are touched,
/// or when it is time.
///
/// They stand in a line. Whoever has to go is looked for at its head; one that has done something
/// since it took its place goes to the end instead. So nobody has to move when a run ends, which
/// happens often, and who is asked to go has left the line and is not asked again.
///
/// All methods may be called by any thread.
final class Residents {
  /// How many are looked at each time: where all are busy, nobody is to search through them
  /// whenever a run ends.
  private static final int LOOKS = 64;

  private final int most;
  private final Function<SessionId, SessionWriter> create;
  private final ConcurrentHashMap<SessionId, Resident> residents = new ConcurrentHashMap<>();
  private final ConcurrentSkipListMap<Long, Resident> line = new ConcurrentSkipListMap<>();
  private final AtomicLong places = new AtomicLong();
  private final AtomicInteger going = new AtomicInteger();
  // What only waits may be unloaded. What comes for it must still be noticed, and it is still this
  // process that drives it, unless something was written since.
  private final ConcurrentHashMap<SessionId, Long> parked = new ConcurrentHashMap<>();
  // Those who want some to go. The first of them asks, also for those who come meanwhile.
  private final AtomicInteger shrinking = new AtomicInteger();

  /// Less than any session has seen: whoever comes has a chance to do something.
  private static final long NOTHING = -1;

  /// A writer, and where it stands. Its fields are guarded by itself.
  private static final class Resident {
    final SessionWriter writer;
    long place;
    long seen = NOTHING;
    boolean isGoing;

    Resident(SessionWriter writer) {
      this.writer = writer;
    }
  }

  Residents(int most, Function<SessionId, SessionWriter> create) {
    this.most = most;
    this.create = create;
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
    var other = residents.putIfAbsent(session, fresh);
    if (other != null) {
      return other;
    }
    standInLine(fresh);
    return fresh;
  }

  void forget(SessionWriter writer) {
    var resident = residents.get(writer.session());
    if (resident != null && resident.writer == writer) {
      forget(resident);
    }
  }

  private void forget(Resident resident) {
    synchronized (resident) {
      if (residents.remove(resident.writer.session(), resident)) {
        line.remove(resident.place);
        hasStopped(resident);
      }
    }
  }

  /// Was asked to go, and has something to do.
  void stays(SessionWriter writer) {
    var resident = residents.get(writer.session());
    if (resident != null && resident.writer == writer) {
      synchronized (resident) {
        hasStopped(resident);
        standInLine(resident);
      }
    }
  }

  private void hasStopped(Resident resident) {
    if (resident.isGoing) {
      resident.isGoing = false;
      going.decrementAndGet();
    }
  }

  private void standInLine(Resident resident) {
    synchronized (resident) {
      line.remove(resident.place);
      resident.place = places.incrementAndGet();
      line.put(resident.place, resident);
    }
  }

  /// Asks some to go, if there are too many.
  void shrink() {
    if (excess() <= 0 || shrinking.getAndIncrement() > 0) {
      return;
    }
    int wanted;
    do {
      wanted = shrinking.get();
      askSome();
    } while (!shrinking.compareAndSet(wanted, 0));
  }

  private void askSome() {
    for (int looks = 0; looks < LOOKS && excess() > 0; looks++) {
      var first = line.firstEntry();
      if (first == null) {
        return;
      }
      look(first.getValue());
    }
  }

  private long excess() {
    return residents.mappingCount() - going.get() - most;
  }

  private void look(Resident first) {
    synchronized (first) {
      line.remove(first.place);
      if (residents.get(first.writer.session()) != first) {
        return;
      }
      var state = known(first.writer);
      long seq = state.position().seq();
      boolean mayGo = state.running().isEmpty() || parked.containsKey(first.writer.session());
      if (!mayGo || seq != first.seen) {
        first.seen = seq;
        standInLine(first);
        return;
      }
      first.isGoing = true;
      going.incrementAndGet();
    }
    // Nobody's lock is held: whoever reads the letter at once may come back here.
    first.writer.tell(new Letter.Unload());
  }

  private static SessionState known(SessionWriter writer) {
    var state = writer.known();
    return state == null ? SessionState.NEW : state;
  }
}
