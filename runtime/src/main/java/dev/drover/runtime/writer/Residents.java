package dev.drover.runtime.writer;

import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The sessions that are loaded in this process. Beyond a number those are unloaded that are idle,
/// or only wait, those first in which nothing has happened for longest. They come back when they
/// are touched, or when it is time.
///
/// All methods may be called by any thread.
final class Residents {
  private final int most;
  private final Function<SessionId, SessionWriter> create;
  private final ConcurrentHashMap<SessionId, SessionWriter> writers = new ConcurrentHashMap<>();
  // What only waits may be unloaded. What comes for it must still be noticed, and it is still this
  // process that drives it, unless something was written since.
  private final ConcurrentHashMap<SessionId, Long> parked = new ConcurrentHashMap<>();
  private final AtomicBoolean shrinking = new AtomicBoolean();

  Residents(int most, Function<SessionId, SessionWriter> create) {
    this.most = most;
    this.create = create;
  }

  Mailbox.Admission tell(SessionId session, Letter letter) {
    while (true) {
      var writer = writers.get(session);
      if (writer == null) {
        writer = writers.computeIfAbsent(session, create);
      }
      var admission = writer.tell(letter);
      if (admission != Mailbox.Admission.RETIRED) {
        return admission;
      }
      writers.remove(session, writer);
    }
  }

  /// @return false if no writer of the session is there that could be told
  boolean tellIfHere(SessionId session, Letter letter) {
    var writer = writers.get(session);
    return writer != null && writer.tell(letter) != Mailbox.Admission.RETIRED;
  }

  @Nullable SessionState shown(SessionId session) {
    var writer = writers.get(session);
    return writer == null ? null : writer.shown();
  }

  boolean isLoaded(SessionId session) {
    var writer = writers.get(session);
    return writer != null && writer.known() != null;
  }

  /// Those that are loaded, and those that wait here without being so.
  List<SessionId> all() {
    return Stream.concat(writers.keySet().stream(), parked.keySet().stream())
        .distinct()
        .sorted()
        .toList();
  }

  boolean isHere(SessionId session) {
    return writers.containsKey(session) || isParked(session);
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

  void forget(SessionWriter writer) {
    writers.remove(writer.session(), writer);
  }

  void shrink() {
    if (writers.mappingCount() > most && shrinking.compareAndSet(false, true)) {
      try {
        unloadOldest();
      } finally {
        shrinking.set(false);
      }
    }
  }

  private record Idle(SessionWriter writer, SessionState state) {}

  private void unloadOldest() {
    var idle =
        writers.values().stream()
            .map(writer -> new Idle(writer, known(writer)))
            .filter(
                one ->
                    one.state().running().isEmpty() || parked.containsKey(one.writer().session()))
            .sorted(Comparator.comparing((Idle one) -> one.state().position().at()))
            .limit(Math.max(1, writers.size() - most * 3L / 4))
            .toList();
    for (var one : idle) {
      one.writer().tell(new Letter.Leave(Letter.Manner.UNLOAD, new Pending<>()));
    }
  }

  private static SessionState known(SessionWriter writer) {
    var state = writer.known();
    return state == null ? SessionState.NEW : state;
  }
}
