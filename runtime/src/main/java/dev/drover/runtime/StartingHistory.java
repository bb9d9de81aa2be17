package dev.drover.runtime;

import dev.drover.kernel.Message;
import dev.drover.kernel.OpenCall;
import dev.drover.kernel.Phase;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.task.StartPoint;
import dev.drover.spi.tool.ToolInvocation;
import java.util.ArrayList;
import java.util.Optional;

/// Finds what a child knows before it is told what to do.
record StartingHistory(Drover drover) {
  private static final ToolOutcome UNDER_WAY =
      new ToolOutcome.Succeeded(
          Text.of("This is under way. What you are to do of it is said next."));

  /// @param parent the state of the session that gives the work, when the call fell due
  /// @return empty if there is no such session, for whoever asks
  Optional<Prompt.History> of(StartPoint start, ToolInvocation call, SessionState parent) {
    return switch (start) {
      case StartPoint.Empty _ -> Optional.of(Prompt.History.OWN);
      case StartPoint.Parent _ -> Optional.of(given(parent));
      case StartPoint.Other(var session) when session.equals(call.session()) ->
          Optional.of(given(parent));
      case StartPoint.Other(var session) ->
          drover
              .archive()
              .session(session)
              .map(_ -> drover.archive().state(session))
              .filter(other -> isOfSameTenant(other, parent))
              .map(StartingHistory::given);
    };
  }

  private static boolean isOfSameTenant(SessionState other, SessionState parent) {
    return other.profile().identity().tenant().equals(parent.profile().identity().tenant());
  }

  /// A strict provider wants an outcome for each call. Those that have none yet, the one that gives
  /// the work among them, are said to be under way.
  private static Prompt.History given(SessionState state) {
    var messages = state.conversation().messages();
    if (!(state.phase() instanceof Phase.Acting(_, var calls))) {
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
