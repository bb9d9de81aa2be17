package dev.drover.runtime;

import dev.drover.kernel.Compaction;
import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Input;
import dev.drover.kernel.ShorteningDenial;
import dev.drover.runtime.problem.CompactionFailed;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.problem.WaitInterrupted;
import dev.drover.runtime.writer.Abridgement;
import dev.drover.runtime.writer.Reply;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Lets the model of a session forget the older part of what was said.
record Compacting(Session session, Drover drover) {
  private static final String USER = "user";

  /// @return empty if there was nothing to trim
  Optional<Compaction> compact(int keep) {
    session.requireOpen();
    return switch (drover.tell(session.id(), new Input.CompactRequested(USER, keep))) {
      case Reply.Committed(var state) -> Optional.of(state.annals().compactions().getLast());
      case Reply.Ignored(var why, var detail) when why == Why.BUSY ->
          throw new SessionBusy(session.id(), detail);
      case Reply.Ignored _, Reply.Existing _ -> Optional.empty();
      case Reply.Forwarded _ -> throw elsewhere();
      case Reply.Refused(var problem) -> throw problem;
    };
  }

  /// @return empty if there was nothing to sum up
  Optional<Compaction> sumUp(String focus) {
    session.requireOpen();
    var given = made(focus);
    if (given == null) {
      return Optional.empty();
    }
    return switch (drover.tell(session.id(), given)) {
      case Reply.Committed(var state) -> {
        if (given.outcome() instanceof ShorteningDenial denial) {
          var why = drover.engine().texts().clean(denial.why());
          throw new CompactionFailed(session.id(), denial.hook(), why);
        }
        yield Optional.of(state.annals().compactions().getLast());
      }
      case Reply.Ignored(_, var detail) -> throw new SessionBusy(session.id(), detail);
      case Reply.Existing _, Reply.Forwarded _ -> throw elsewhere();
      case Reply.Refused(var problem) -> throw problem;
    };
  }

  private Input.@Nullable CompactionGiven made(String focus) {
    var engine = drover.engine();
    var agent = Objects.requireNonNull(engine.agent(session.agent()));
    var state = drover.archive().state(session.id());
    if (state.running().isPresent()) {
      throw new SessionBusy(session.id(), "run " + state.running().get().run() + " is going");
    }
    try {
      return new Abridgement(engine, agent, state).make(USER, focus);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("a summary of session " + session.id());
    }
  }

  private SessionBusy elsewhere() {
    return new SessionBusy(session.id(), "another process drives it");
  }
}
