package dev.drover.runtime;

import dev.drover.kernel.Compaction;
import dev.drover.kernel.Conversation;
import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Input;
import dev.drover.kernel.ShorteningDenial;
import dev.drover.kernel.ShorteningFailure;
import dev.drover.kernel.ShorteningOutcome.Cause;
import dev.drover.runtime.compact.Length;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.hooking.Passage;
import dev.drover.runtime.hooking.Scenes;
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
    var denial = denial(keep);
    if (denial != null) {
      return said(denial);
    }
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
    return given == null ? Optional.empty() : said(given);
  }

  private Optional<Compaction> said(Input.CompactionGiven given) {
    return switch (drover.tell(session.id(), given)) {
      case Reply.Committed(var state) -> {
        if (given.outcome() instanceof ShorteningDenial denial) {
          var why = drover.engine().texts().clean(denial.why());
          throw new CompactionFailed(session.id(), denial.hook(), why);
        }
        if (given.outcome() instanceof ShorteningFailure failure) {
          throw new CompactionFailed(failure.problem());
        }
        // What came too late was written down, and not used.
        yield Optional.of(
            state.annals().compactions().stream()
                .filter(done -> done.seq() == state.position().seq())
                .findFirst()
                .orElseThrow(() -> tooLate()));
      }
      case Reply.Ignored(_, var detail) -> throw new SessionBusy(session.id(), detail);
      case Reply.Existing _, Reply.Forwarded _ -> throw elsewhere();
      case Reply.Refused(var problem) -> throw problem;
    };
  }

  /// @return what hooks have against a trim; null if nothing
  private Input.@Nullable CompactionGiven denial(int keep) {
    var engine = drover.engine();
    var agent = Objects.requireNonNull(engine.agent(session.agent()));
    var hooks = engine.hookLines().of(session.id(), agent.governance().hooks());
    var state = drover.archive().state(session.id());
    if (hooks == null
        || !hooks.isFor(HookPoint.BeforeCompaction.class)
        || state.running().isPresent()
        || exchanges(state.conversation()) <= keep) {
      return null;
    }
    var messages = state.conversation().messages();
    var length = Length.of(agent.instructions(), agent.tools().specs(), messages);
    var point =
        new HookPoint.BeforeCompaction(
            Scenes.of(state, null), Cause.ASKED, messages.size(), length.tokens(), "");
    try {
      return hooks.pass(point, _ -> "nothing is summed up, so nobody is told anything")
              instanceof Passage.Denied(_, _, var marks)
          ? new Input.CompactionGiven(
              state.position().nextEffect(), new ShorteningDenial(USER, Cause.ASKED, marks))
          : null;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("hooks of session " + session.id());
    }
  }

  private static int exchanges(Conversation conversation) {
    int exchanges = 0;
    for (int i = 0; i < conversation.size(); i++) {
      exchanges += conversation.beginsExchange(i) ? 1 : 0;
    }
    return exchanges;
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

  private SessionBusy tooLate() {
    return new SessionBusy(
        session.id(), "something else was said or done in the session meanwhile");
  }

  private SessionBusy elsewhere() {
    return new SessionBusy(session.id(), "another process drives it");
  }
}
