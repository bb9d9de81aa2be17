package dev.drover.internal.state;

import dev.drover.internal.concurrent.EndFuture;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.RunId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The work of one session that this process drives: its run and its direct calls, and the callers
/// that wait for their ends. Belongs to the session's writer; [#hasWork] may be called by any
/// thread.
public final class OwnedRuns {
  private volatile @Nullable RunId run;
  private @Nullable EndFuture<Event.RunFinished> ticket;
  // Few sessions ever have any: queued prompts and direct calls.
  private Map<RunId, EndFuture<Event.RunFinished>> waiting = Map.of();
  private volatile Map<RunId, EndFuture<Event.ToolSettled>> calls = Map.of();
  private final List<Runnable> ends = new ArrayList<>(1);

  /// Whether all work of the session is driven here.
  public boolean ownsAll(SessionState state) {
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

  /// The run that is driven here, if there is one.
  public Optional<RunId> run() {
    return Optional.ofNullable(run);
  }

  public boolean hasWork() {
    return run != null || !calls.isEmpty();
  }

  /// From now on all work is driven here, though no caller here waits for it.
  public void takeOver(SessionState state) {
    state.running().ifPresent(frame -> run = frame.run());
    for (var call : state.direct()) {
      if (!calls.containsKey(call.run())) {
        addCall(EndFuture.ofCall(call.run()));
      }
    }
  }

  public void accepted(RunId accepted) {
    run = accepted;
    ticket = waiting.isEmpty() ? null : waiting.remove(accepted);
  }

  /// A caller waits for the end of a run, which may be queued.
  public void addRunWaiter(EndFuture<Event.RunFinished> by) {
    if (by.run().equals(run)) {
      ticket = by;
    } else {
      waiting = waiting.isEmpty() ? new HashMap<>() : waiting;
      waiting.put(by.run(), by);
    }
  }

  public void addCall(EndFuture<Event.ToolSettled> by) {
    calls = calls.isEmpty() ? new ConcurrentHashMap<>() : calls;
    calls.put(by.run(), by);
  }

  /// The call was not made.
  public void removeCall(EndFuture<Event.ToolSettled> by) {
    if (!calls.isEmpty()) {
      calls.remove(by.run());
    }
    by.ownershipLost("no call was made");
  }

  public void finished(Event.RunFinished end) {
    if (end.run().equals(run)) {
      run = null;
      endOf(ticket, end);
      ticket = null;
    }
    endOf(waiting.isEmpty() ? null : waiting.remove(end.run()), end);
  }

  public void settled(Event.ToolSettled end) {
    endOf(calls.isEmpty() ? null : calls.remove(end.run()), end);
  }

  private <E extends Event.OfRun> void endOf(@Nullable EndFuture<E> awaited, E end) {
    if (awaited != null) {
      ends.add(() -> awaited.ended(end));
    }
  }

  /// Wakes waiting callers once nothing is left to do.
  public void completeFutures() {
    if (!ends.isEmpty()) {
      ends.forEach(Runnable::run);
      ends.clear();
    }
  }

  public void releaseAll(String why) {
    completeFutures();
    run = null;
    if (ticket != null) {
      ticket.ownershipLost(why);
      ticket = null;
    }
    waiting.values().forEach(each -> each.ownershipLost(why));
    waiting = Map.of();
    calls.values().forEach(call -> call.ownershipLost(why));
    calls = Map.of();
  }

  @Override
  public String toString() {
    return "run " + Objects.toString(run, "none") + ", direct calls " + calls.keySet();
  }
}
