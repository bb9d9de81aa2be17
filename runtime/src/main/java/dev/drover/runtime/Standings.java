package dev.drover.runtime;

import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.OpenCall;
import dev.drover.kernel.Phase;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import java.util.List;

/// What can be read from a state about the run that is going.
final class Standings {
  private Standings() {}

  static List<String> openApprovals(SessionId session, SessionState state) {
    return state.phase() instanceof Phase.Acting(_, var calls)
        ? calls.stream()
            .filter(call -> call.stage() instanceof OpenCall.Stage.Asking)
            .map(call -> new ApprovalId(session, call.planned().effect()).toString())
            .toList()
        : List.of();
  }
}
