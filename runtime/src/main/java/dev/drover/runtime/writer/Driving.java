package dev.drover.runtime.writer;

import dev.drover.kernel.Event;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What this process drives of one session: its run, and the calls that the host made itself. And
/// who waits for their ends. Belongs to the session's writer; [#isAnything] may be called by any
/// thread.
final class Driving {
  private volatile @Nullable RunId run;
  private @Nullable Ticket<Event.RunFinished> ticket;
  // Few sessions ever have any: prompts that wait for their turn, calls of the host.
  private Map<RunId, Ticket<Event.RunFinished>> waiting = Map.of();
  private volatile Map<RunId, Ticket<Event.ToolSettled>> calls = Map.of();
  private final List<Runnable> ends = new ArrayList<>(1);

  /// Whether everything that is going in the session is driven here.
  boolean covers(SessionState state) {
    var running = state.running();
    if (running.isPresent() && !running.get().run().equals(run)) {
      return false;
    }
    if (!state.direct().isEmpty()) {
      for (var call : state.direct()) {
        if (!calls.containsKey(call.run())) {
          return false;
        }
      }
    }
    return true;
  }

  /// The run that is driven here, if one is.
  Optional<RunId> run() {
    return Optional.ofNullable(run);
  }

  boolean isAnything() {
    return run != null || !calls.isEmpty();
  }

  /// From now on all that is going is driven here, though nobody here waits for it.
  void takeOver(SessionState state) {
    state.running().ifPresent(frame -> run = frame.run());
    for (var call : state.direct()) {
      if (!calls.containsKey(call.run())) {
        called(Ticket.ofCall(call.run()));
      }
    }
  }

  void accepted(RunId accepted) {
    run = accepted;
    ticket = waiting.isEmpty() ? null : waiting.remove(accepted);
  }

  /// Somebody waits for the end of a run, which may have to wait for its turn.
  void awaited(Ticket<Event.RunFinished> by) {
    if (by.run().equals(run)) {
      ticket = by;
    } else {
      waiting = waiting.isEmpty() ? new HashMap<>() : waiting;
      waiting.put(by.run(), by);
    }
  }

  void called(Ticket<Event.ToolSettled> by) {
    calls = calls.isEmpty() ? new ConcurrentHashMap<>() : calls;
    calls.put(by.run(), by);
  }

  /// The call was not made.
  void dropped(Ticket<Event.ToolSettled> by) {
    if (!calls.isEmpty()) {
      calls.remove(by.run());
    }
    by.lostSight("no call was made");
  }

  void finished(Event.RunFinished end) {
    if (end.run().equals(run)) {
      run = null;
      endOf(ticket, end);
      ticket = null;
    }
    endOf(waiting.isEmpty() ? null : waiting.remove(end.run()), end);
  }

  void settled(Event.ToolSettled end) {
    endOf(calls.isEmpty() ? null : calls.remove(end.run()), end);
  }

  private <E extends Event.OfRun> void endOf(@Nullable Ticket<E> awaited, E end) {
    if (awaited != null) {
      ends.add(() -> awaited.ended(end));
    }
  }

  /// Wakes those who wait, once nothing of what they waited for is left to be done.
  void tellOfEnds() {
    if (!ends.isEmpty()) {
      ends.forEach(Runnable::run);
      ends.clear();
    }
  }

  void letGo(String why) {
    tellOfEnds();
    run = null;
    if (ticket != null) {
      ticket.lostSight(why);
      ticket = null;
    }
    waiting.values().forEach(each -> each.lostSight(why));
    waiting = Map.of();
    calls.values().forEach(call -> call.lostSight(why));
    calls = Map.of();
  }

  @Override
  public String toString() {
    return "run " + Objects.toString(run, "none") + ", direct calls " + calls.keySet();
  }
}
