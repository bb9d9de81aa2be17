package dev.drover.runtime;

import dev.drover.kernel.Compaction;
import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Input;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.writer.Reply;
import java.util.Optional;

/// Lets the model of a session forget the older part of what was said.
record Compacting(Session session, Drover drover) {
  /// @return empty if there was nothing to trim
  Optional<Compaction> compact(int keep) {
    session.requireOpen();
    return switch (drover.tell(session.id(), new Input.CompactRequested("user", keep))) {
      case Reply.Committed(var state) -> Optional.of(state.annals().compactions().getLast());
      case Reply.Ignored(var why, var detail) when why == Why.BUSY ->
          throw new SessionBusy(session.id(), detail);
      case Reply.Ignored _, Reply.Existing _ -> Optional.empty();
      case Reply.Forwarded _ -> throw new SessionBusy(session.id(), "another process drives it");
      case Reply.Refused(var problem) -> throw problem;
    };
  }
}
