package dev.drover.internal.undo;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The file changes in the events of a run, and its calls that were interrupted before their
/// changes were recorded.
final class TouchedFiles {
  private final RunId run;
  private final List<FileChange> changes = new ArrayList<>();
  private final Set<EffectId> unknownCalls = new LinkedHashSet<>();

  TouchedFiles(RunId run) {
    this.run = run;
  }

  /// Events of the session, from the run's first one on. Some events of the run may come after its
  /// end.
  void add(Event event) {
    if (!(event instanceof Event.OfCall about) || !about.run().equals(run)) {
      return;
    }
    switch (about) {
      case Event.WorkspaceKept(_, var effect, _) -> unknownCalls.add(effect);
      case Event.FilesTouched(_, var effect, var more) -> {
        changes.addAll(more);
        unknownCalls.remove(effect);
      }
      case Event.ToolSettled(_, var effect, var outcome, _, _, _) -> {
        if (endedByItself(outcome)) {
          unknownCalls.remove(effect);
        }
      }
      case Event.ApprovalRequested _,
          Event.ApprovalAnswered _,
          Event.QuestionAsked _,
          Event.QuestionAnswered _,
          Event.DeferredCallChecked _,
          Event.ToolStarted _,
          Event.TaskStarted _,
          Event.ToolDeferred _ -> {}
    }
  }

  /// A tool that returns has recorded its changes before.
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

  /// Calls whose changes are not known.
  List<EffectId> unknownCalls() {
    return List.copyOf(unknownCalls);
  }

  /// For each path the first and the last content; the most recently changed first.
  List<FileChange> netChanges() {
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
