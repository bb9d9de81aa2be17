package dev.drover.acp.update;

import dev.drover.acp.update.EditorCallView.CallStatus;
import dev.drover.acp.update.EditorCallView.FileLocation;
import dev.drover.acp.update.EditorUpdate.CallChanged;
import dev.drover.acp.update.EditorUpdate.CallShown;
import dev.drover.acp.update.EditorUpdate.EntryStatus;
import dev.drover.acp.update.EditorUpdate.PlanItem;
import dev.drover.acp.update.EditorUpdate.PlanShown;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The calls of the runs in progress: announced, started, with output and files, settled.
///
/// Belongs to one thread.
final class CallUpdates {
  private static final String PLAN_TOOL = "todo";
  private static final int MOST_OUTPUT = 16 * 1024;
  private static final int LARGE_PIECE = 4 * 1024;

  private final EditorCallViews views;
  private final FileDiffReader diffs;
  private final MediaParts parts;
  private final Map<EffectId, KnownCall> open = new LinkedHashMap<>();

  private static final class KnownCall {
    EditorCallView view;
    boolean isShown;
    final List<FileChange> touched = new ArrayList<>();
    final StringBuilder output = new StringBuilder();
    int unseenOutput;

    KnownCall(EditorCallView view) {
      this.view = view;
    }
  }

  CallUpdates(EditorCallViews views, FileDiffReader diffs, MediaParts parts) {
    this.views = views;
    this.diffs = diffs;
    this.parts = parts;
  }

  List<EditorUpdate> planned(List<PlannedCall> calls) {
    var updates = new ArrayList<EditorUpdate>();
    for (var planned : calls) {
      var call = planned.call();
      var view = views.of(planned.effect().toString(), call.tool(), parts.text(call.arguments()));
      var known = new KnownCall(view);
      open.put(planned.effect(), known);
      updates.add(show(known));
    }
    return updates;
  }

  private static EditorUpdate show(KnownCall call) {
    if (call.isShown) {
      return new CallChanged(call.view);
    }
    call.isShown = true;
    return new CallShown(call.view);
  }

  boolean hasAny() {
    return !open.isEmpty();
  }

  /// The editor has seen none of them.
  void forgetShown() {
    open.values().forEach(call -> call.isShown = false);
  }

  /// @return empty if it is not open
  Optional<EditorCallView> find(EffectId effect) {
    return Optional.ofNullable(open.get(effect)).map(call -> call.view);
  }

  List<EditorUpdate> started(EffectId effect) {
    return changed(effect, call -> call.view = call.view.with(CallStatus.IN_PROGRESS));
  }

  List<EditorUpdate> touched(EffectId effect, List<FileChange> changes) {
    return changed(
        effect,
        call -> {
          call.touched.addAll(changes);
          call.view = call.view.at(locations(changes));
        });
  }

  private List<FileLocation> locations(List<FileChange> changes) {
    return changes.stream()
        .map(change -> views.absolute(change.path()))
        .filter(Objects::nonNull)
        .map(path -> new FileLocation(path, null))
        .toList();
  }

  private interface CallChange {
    void apply(KnownCall call);
  }

  private List<EditorUpdate> changed(EffectId effect, CallChange change) {
    var call = open.get(effect);
    if (call == null) {
      return List.of();
    }
    change.apply(call);
    return List.of(show(call));
  }

  /// Small pieces are collected until [#flush]: each update repeats what was printed before.
  List<EditorUpdate> printed(EffectId effect, String text) {
    var call = open.get(effect);
    if (call == null) {
      return List.of();
    }
    call.output.append(text);
    call.unseenOutput += text.length();
    if (call.output.length() > 2 * MOST_OUTPUT) {
      call.output.delete(0, call.output.length() - MOST_OUTPUT);
    }
    return call.unseenOutput < LARGE_PIECE ? List.of() : List.of(showOutput(call));
  }

  private static EditorUpdate showOutput(KnownCall call) {
    call.unseenOutput = 0;
    int from = Math.max(0, call.output.length() - MOST_OUTPUT);
    var tail = new EditorCallContent.CodeText(call.output.substring(from), "");
    call.view = call.view.with(call.view.status(), List.of(tail));
    return show(call);
  }

  /// Shows what was printed and not shown yet.
  List<EditorUpdate> flush() {
    var updates = new ArrayList<EditorUpdate>();
    for (var call : open.values()) {
      if (call.unseenOutput > 0) {
        updates.add(showOutput(call));
      }
    }
    return updates;
  }

  List<EditorUpdate> settled(Event.ToolSettled settled) {
    var call = open.remove(settled.effect());
    if (call == null) {
      return List.of();
    }
    var outcome = settled.outcome();
    boolean succeeded = outcome instanceof ToolOutcome.Succeeded;
    var content = new ArrayList<EditorCallContent>();
    if (succeeded) {
      content.addAll(diffs.read(call.touched, call.view.arguments()));
    }
    content.addAll(content(outcome));
    call.view = call.view.with(succeeded ? CallStatus.COMPLETED : CallStatus.FAILED, content);
    var updates = new ArrayList<EditorUpdate>();
    updates.add(show(call));
    if (succeeded && call.view.tool().equals(PLAN_TOOL)) {
      updates.add(plan(call.view.arguments()));
    }
    return updates;
  }

  private List<EditorCallContent> content(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(var text, var media) -> {
        var content = new ArrayList<>(code(text));
        media.forEach(each -> content.add(parts.of(each)));
        yield content;
      }
      case ToolOutcome.Failed(var reason) -> code(reason);
      case ToolOutcome.Refused(var reason) -> words(reason);
      case ToolOutcome.Denied(var by, var reason) ->
          words("Denied by " + by + (reason.isEmpty() ? "." : ": " + reason));
      case ToolOutcome.Unknown(var why) ->
          words("The outcome is unknown, and the call may have happened: " + why);
      case ToolOutcome.Cancelled(var why) -> words("Cancelled: " + why);
    };
  }

  private List<EditorCallContent> code(Text text) {
    return text.isEmpty()
        ? List.of()
        : List.of(new EditorCallContent.CodeText(parts.text(text), ""));
  }

  private static List<EditorCallContent> words(String text) {
    return List.of(new EditorCallContent.PlainText(text));
  }

  private static PlanShown plan(String arguments) {
    var items = new ArrayList<PlanItem>();
    for (var item : EditorCallViews.parse(arguments).path("items")) {
      var status =
          switch (item.path("status").asString("")) {
            case "done" -> EntryStatus.DONE;
            case "doing" -> EntryStatus.DOING;
            default -> EntryStatus.OPEN;
          };
      items.add(new PlanItem(item.path("text").asString(""), status));
    }
    return new PlanShown(items);
  }
}
