package dev.drover.runtime;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.RunId;
import dev.drover.kernel.ToolOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What the events of a run say about files: what it touched, and which of its calls were cut off
/// before anybody looked at what they did.
final class Touched {
  private final RunId run;
  private final List<FileChange> changes = new ArrayList<>();
  private final Set<EffectId> unseen = new LinkedHashSet<>();

  Touched(RunId run) {
    this.run = run;
  }

  /// Events of the session, from the run's first one on. Some of its own may come after its end.
  void read(Event event) {
    if (!(event instanceof Event.OfCall about) || !about.run().equals(run)) {
      return;
    }
    switch (about) {
      case Event.WorkspaceKept(_, var effect, _) -> unseen.add(effect);
      case Event.FilesTouched(_, var effect, var more) -> {
        changes.addAll(more);
        unseen.remove(effect);
      }
      case Event.ToolSettled(_, var effect, var outcome, _, _, _) -> {
        if (endedByItself(outcome)) {
          unseen.remove(effect);
        }
      }
      case Event.ApprovalRequested _,
          Event.ApprovalAnswered _,
          Event.ToolStarted _,
          Event.TaskStarted _,
          Event.ToolDeferred _ -> {}
    }
  }

  /// Whoever answers has looked before.
  private static boolean endedByItself(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded _, ToolOutcome.Failed _ -> true;
      case ToolOutcome.Refused _,
          ToolOutcome.Denied _,
          ToolOutcome.Unknown _,
          ToolOutcome.Cancelled _ ->
          false;
    };
  }

  /// Calls of which nobody knows what they changed.
  List<EffectId> unseen() {
    return List.copyOf(unseen);
  }

  /// Of each path what it was first and what it became last; what was touched last comes first.
  List<FileChange> net() {
    var net = new LinkedHashMap<String, FileChange>();
    for (var change : changes) {
      var earlier = net.remove(change.path());
      net.put(
          change.path(),
          earlier == null
              ? change
              : new FileChange(change.path(), earlier.before(), change.after()));
    }
    return net.values().stream()
        .filter(change -> !change.before().equals(change.after()))
        .toList()
        .reversed();
  }
}
