package dev.drover.internal.run;

import dev.drover.internal.inbox.InputForwarder;
import dev.drover.internal.inbox.SessionInputs;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.state.SessionStates;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.OpenTask;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Inbox;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Cancels runs, in whichever process they are driven. Safe for use by any thread.
public record RunCancellation(
    SessionStates states, SessionInputs inputs, InputForwarder forwarding, ChildTasks children) {
  /// @param run the only run to cancel; null for the run in progress
  /// @return whether there was something to cancel
  public boolean cancel(SessionId session, @Nullable RunId run, String by, String why) {
    var tasks = openTasks(session);
    return switch (inputs.submit(session, new Input.CancelRequested(run, by, why, Text.EMPTY))) {
      case WriterReply.Committed(var after) -> {
        children.awaitRest(over(tasks, after));
        yield true;
      }
      case WriterReply.Forwarded(var input) ->
          forwarding
              .fate(session, input)
              .filter(Inbox.InputStatus.Consumed.class::isInstance)
              .isPresent();
      case WriterReply.Ignored _, WriterReply.Existing _ -> false;
      case WriterReply.Refused(var problem) -> throw problem;
    };
  }

  /// During an append the state in memory is not published: then the journal is read.
  private List<OpenTask> openTasks(SessionId session) {
    try {
      return states
          .current(session)
          .map(state -> state.records().tasks())
          .orElse(List.<OpenTask>of());
    } catch (PortException unreadable) {
      // The writer reports it, if it cannot read the session either.
      return List.of();
    }
  }

  private static List<OpenTask> over(List<OpenTask> tasks, SessionState after) {
    return tasks.stream().filter(task -> !after.records().tasks().contains(task)).toList();
  }
}
