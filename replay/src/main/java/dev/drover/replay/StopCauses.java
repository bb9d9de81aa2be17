package dev.drover.replay;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// The inputs that may have stopped a run: a cancel of it, of all active work, or the close of its
/// session.
///
/// @param rest of the journal, by offset; null after its end
record StopCauses(SessionState state, IntFunction<@Nullable Event> rest) {
  /// The cancels, or the close, that may have led to the next events. Their sender is recorded in
  /// the run's end, or, if a fork has split the decision before that, in the stopped calls; the
  /// reason is then not in this journal and is not checked.
  List<Input> ahead() {
    int next = 0;
    RunOutcome.@Nullable Cancelled said = null;
    while (isStopped(rest.apply(next))) {
      said = said == null ? said(rest.apply(next)) : said;
      next++;
    }
    var partial = Text.EMPTY;
    if (rest.apply(next) instanceof Event.ReplyInterrupted(_, _, var text)) {
      partial = text;
      next++;
    }
    if (rest.apply(next) instanceof Event.RunFinished(var run, RunOutcome.Cancelled end, _)) {
      return stops(run, end, partial);
    }
    var going = state.running();
    return said != null && going.isPresent() && rest.apply(next) instanceof Event.SessionForked
        ? stops(going.get().run(), said, partial)
        : List.of();
  }

  private boolean isStopped(@Nullable Event event) {
    return event instanceof Event.ToolSettled
        || event instanceof Event.TaskEnded
        || isWithdrawal(event);
  }

  boolean isWithdrawal(@Nullable Event event) {
    return event instanceof Event.RunFinished(var run, _, _)
        && state.backlog().queue().stream().anyMatch(queued -> queued.run().equals(run));
  }

  private static RunOutcome.@Nullable Cancelled said(@Nullable Event event) {
    if (event instanceof Event.RunFinished(_, RunOutcome.Cancelled end, _)) {
      return end;
    }
    return event instanceof Event.ToolSettled settled
            && settled.outcome() instanceof ToolOutcome.Cancelled cancelled
        ? cancelled.person().map(by -> new RunOutcome.Cancelled(by, "")).orElse(null)
        : null;
  }

  private static List<Input> stops(RunId run, RunOutcome.Cancelled end, Text partial) {
    return List.of(
        cancel(run, end, partial),
        new Input.CancelRequested(null, end.by(), end.why(), partial),
        new Input.CloseRequested(end.by(), end.why(), partial));
  }

  static Input cancel(RunId run, RunOutcome.Cancelled cancelled, Text partial) {
    return new Input.CancelRequested(run, cancelled.by(), cancelled.why(), partial);
  }
}
