package dev.drover.replay;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.TaskOutcome;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Derives the inputs behind the events of tasks.
///
/// @param rest of the journal, by offset; null after its end
record TaskCauses(IntFunction<@Nullable Event> rest) {
  static ReplayCause announced(Event.TaskStarted started) {
    return ReplayCause.of(
        new Input.TaskAnnounced(
            started.effect(), started.child(), started.agent(), started.mode(), started.limits()));
  }

  /// The report of its child, or the close that ended it.
  ///
  /// @param stops the cancels, or the close, that follow from the next events
  List<Input> of(Event.TaskEnded ended, List<Input> stops) {
    var inputs = new ArrayList<Input>();
    inputs.add(
        new Input.TaskFinished(
            ended.child(),
            new TaskOutcome(ended.status(), text(), ended.usage(), note(), labels())));
    inputs.addAll(stops);
    inputs.add(new Input.CloseRequested("", "", Text.EMPTY));
    return inputs;
  }

  /// The outcome of the call that waited for it.
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

  /// The message to the session if nothing waited.
  private Text note() {
    var next = rest.apply(1);
    if (next instanceof Event.TextSteered steered) {
      return steered.text();
    }
    return next instanceof Event.RunAccepted accepted ? accepted.prompt().text() : Text.EMPTY;
  }
}
