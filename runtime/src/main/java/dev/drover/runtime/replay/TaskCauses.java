package dev.drover.runtime.replay;

import dev.drover.kernel.Event;
import dev.drover.kernel.Input;
import dev.drover.kernel.Label;
import dev.drover.kernel.TaskEnd;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Which inputs lead to what is recorded of tasks.
///
/// @param rest what follows in the journal, by its distance; null where it ends
record TaskCauses(IntFunction<@Nullable Event> rest) {
  static Cause announced(Event.TaskStarted started) {
    return Cause.of(
        new Input.TaskAnnounced(
            started.effect(), started.child(), started.agent(), started.mode(), started.limits()));
  }

  /// The word of its child, or the close that ended it.
  ///
  /// @param stops the cancels, or the close, that show in what follows
  List<Input> of(Event.TaskEnded ended, List<Input> stops) {
    var inputs = new ArrayList<Input>();
    inputs.add(
        new Input.TaskFinished(
            ended.child(), new TaskEnd(ended.status(), text(), ended.usage(), note(), labels())));
    inputs.addAll(stops);
    inputs.add(new Input.CloseRequested("", "", Text.EMPTY));
    return inputs;
  }

  /// What the call that waited for it was told.
  private Text text() {
    return rest.apply(1) instanceof Event.ToolSettled settled
        ? switch (settled.outcome()) {
          case ToolOutcome.Succeeded(var words, _) -> words;
          case ToolOutcome.Failed(var words) -> words;
          case ToolOutcome.Refused _,
              ToolOutcome.Denied _,
              ToolOutcome.Unknown _,
              ToolOutcome.Cancelled _ ->
              Text.EMPTY;
        }
        : Text.EMPTY;
  }

  private List<Label> labels() {
    return rest.apply(1) instanceof Event.ToolSettled settled ? settled.labels() : List.of();
  }

  /// What the session was told if nobody waited.
  private Text note() {
    var next = rest.apply(1);
    if (next instanceof Event.TextSteered steered) {
      return steered.text();
    }
    return next instanceof Event.RunAccepted accepted ? accepted.prompt().text() : Text.EMPTY;
  }
}
