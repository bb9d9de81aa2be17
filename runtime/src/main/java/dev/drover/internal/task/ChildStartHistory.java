package dev.drover.internal.task;

import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.kernel.machine.OpenCall;
import dev.drover.kernel.machine.SessionPhase;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.task.TaskAssignment.StartPoint;
import java.util.ArrayList;
import java.util.Optional;

/// Finds the conversation that a child starts with.
record ChildStartHistory(StoredSessionQueries queries) {
  private static final ToolOutcome UNDER_WAY =
      new ToolOutcome.Succeeded(
          Text.of("This is under way. What you are to do of it is said next."));

  /// @param parent the state of the parent session, when the call became due
  /// @return empty if there is no such session, or it is not visible to the caller
  Optional<Prompt.History> of(StartPoint start, ToolInvocation call, SessionState parent) {
    return switch (start) {
      case StartPoint.Empty _ -> Optional.of(Prompt.History.OWN);
      case StartPoint.Parent _ -> Optional.of(given(parent));
      case StartPoint.Other(var session) when session.equals(call.session()) ->
          Optional.of(given(parent));
      case StartPoint.Other(var session) ->
          queries
              .session(session)
              .map(_ -> queries.state(session))
              .filter(other -> isOfSameTenant(other, parent))
              .map(ChildStartHistory::given);
    };
  }

  private static boolean isOfSameTenant(SessionState other, SessionState parent) {
    return other.profile().identity().tenant().equals(parent.profile().identity().tenant());
  }

  /// A strict provider requires an outcome for each call. Open calls, including the one that
  /// delegates, get an outcome that states they are in progress.
  private static Prompt.History given(SessionState state) {
    var messages = state.conversation().messages();
    if (!(state.phase() instanceof SessionPhase.Acting(_, var calls))) {
      return new Prompt.History.Given(messages);
    }
    var all = new ArrayList<>(messages);
    for (var call : calls) {
      var asked = call.planned().call();
      all.add(
          new Message.ToolResult(
              call.planned().effect(),
              asked.callId(),
              asked.tool(),
              call.stage() instanceof OpenCall.Stage.Settled(_, var outcome) ? outcome : UNDER_WAY,
              call.labels()));
    }
    return new Prompt.History.Given(all);
  }
}
