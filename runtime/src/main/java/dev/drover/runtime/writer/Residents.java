package dev.drover.runtime.writer;

import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The sessions that are loaded in this process. Idle ones beyond a number are unloaded, those
/// first that have been idle longest, and come back when they are touched.
///
/// All methods may be called by any thread.
final class Residents {
  private final int most;
  private final Function<SessionId, SessionWriter> create;
  private final ConcurrentHashMap<SessionId, SessionWriter> writers = new ConcurrentHashMap<>();
  // Runs that wait for a person may be unloaded; their answers must still be noticed.
  private final Set<SessionId> parked = ConcurrentHashMap.newKeySet();
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

  @Nullable SessionState shown(SessionId session) {
    var writer = writers.get(session);
    return writer == null ? null : writer.shown();
  }

  boolean isLoaded(SessionId session) {
    var writer = writers.get(session);
    return writer != null && writer.known() != null;
  }

  List<SessionId> all() {
    return writers.keySet().stream().sorted().toList();
  }

  boolean isHere(SessionId session) {
    return writers.containsKey(session) || parked.contains(session);
  }

  void parked(SessionId session, boolean isParked) {
    if (isParked) {
      parked.add(session);
    } else if (!parked.isEmpty()) {
      parked.remove(session);
    }
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
                one -> one.state().running().isEmpty() || parked.contains(one.writer().session()))
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
