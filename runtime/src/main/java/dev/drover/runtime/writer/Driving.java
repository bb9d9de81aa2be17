package dev.drover.runtime.writer;

import dev.drover.kernel.Event;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionState;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What this process drives of one session: its run, and the calls that the host made itself. And
/// who waits for their ends. Belongs to the session's writer.
final class Driving {
  private @Nullable RunId run;
  private @Nullable Ticket<Event.RunFinished> ticket;
  private final Map<RunId, Ticket<Event.ToolSettled>> calls = HashMap.newHashMap(0);

  /// Whether everything that is going in the session is driven here.
  boolean covers(SessionState state) {
    var running = state.running();
    if (running.isPresent() && !running.get().run().equals(run)) {
      return false;
    }
    for (var call : state.direct()) {
      if (!calls.containsKey(call.run())) {
        return false;
      }
    }
    return true;
  }

  boolean isAnything() {
    return run != null || !calls.isEmpty();
  }

  /// From now on all that is going is driven here, though nobody here waits for it.
  void takeOver(SessionState state) {
    state.running().ifPresent(frame -> run = frame.run());
    for (var call : state.direct()) {
      calls.putIfAbsent(call.run(), Ticket.ofCall(call.run()));
    }
  }

  void accepted(RunId accepted) {
    run = accepted;
  }

  /// Somebody waits for the end of the run.
  void awaited(Ticket<Event.RunFinished> by) {
    ticket = by;
  }

  void called(Ticket<Event.ToolSettled> by) {
    calls.put(by.run(), by);
  }

  /// The call was not made.
  void dropped(Ticket<Event.ToolSettled> by) {
    calls.remove(by.run());
    by.lostSight("no call was made");
  }

  void finished(Event.RunFinished end) {
    run = null;
    if (ticket != null) {
      ticket.ended(end);
      ticket = null;
    }
  }

  void settled(Event.ToolSettled end) {
    var waiting = calls.isEmpty() ? null : calls.remove(end.run());
    if (waiting != null) {
      waiting.ended(end);
    }
  }

  void letGo(String why) {
    run = null;
    if (ticket != null) {
      ticket.lostSight(why);
      ticket = null;
    }
    calls.values().forEach(call -> call.lostSight(why));
    calls.clear();
  }

  @Override
  public String toString() {
    return "run " + Objects.toString(run, "none") + ", direct calls " + calls.keySet();
  }
}
