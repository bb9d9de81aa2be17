package dev.drover.internal.compaction;

import dev.drover.hook.HookPoint;
import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.dispatch.ModelAccess;
import dev.drover.internal.handle.OpenHandle;
import dev.drover.internal.hook.GateVerdict;
import dev.drover.internal.hook.HookChainRegistry;
import dev.drover.internal.hook.HookContexts;
import dev.drover.internal.inbox.SessionInputs;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.model.RequestLength;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.event.CompactionOutcome.CompactionRecord;
import dev.drover.kernel.machine.Conversation;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.Input;
import dev.drover.problem.RequestRefused.CompactionFailed;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Compacts the conversation of a session on request.
public record SessionCompaction(
    OpenHandle session,
    StoredSessionQueries queries,
    SessionInputs inputs,
    AgentRegistry agents,
    HookChainRegistry hookChains,
    EventTexts texts,
    ModelAccess models) {
  private static final String USER = "user";

  /// @return empty if there was nothing to trim
  public Optional<CompactionRecord> compact(int keep) {
    session.requireOpen();
    var denial = denial(keep);
    if (denial != null) {
      return said(denial);
    }
    return switch (inputs.submit(session.id(), new Input.CompactRequested(USER, keep))) {
      case WriterReply.Committed(var state) -> Optional.of(state.records().compactions().getLast());
      case WriterReply.Ignored(var why, var detail) when why == Why.BUSY ->
          throw new SessionBusy(session.id(), detail);
      case WriterReply.Ignored _, WriterReply.Existing _ -> Optional.empty();
      case WriterReply.Forwarded _ -> throw elsewhere();
      case WriterReply.Refused(var problem) -> throw problem;
    };
  }

  /// @return empty if there was nothing to summarize
  public Optional<CompactionRecord> sumUp(String focus) {
    session.requireOpen();
    var given = made(focus);
    return given == null ? Optional.empty() : said(given);
  }

  private Optional<CompactionRecord> said(Input.CompactionGiven given) {
    return switch (inputs.submit(session.id(), given)) {
      case WriterReply.Committed(var state) -> {
        if (given.outcome() instanceof CompactionOutcome.Denied denial) {
          var why = texts.redact(denial.why());
          throw new CompactionFailed(session.id(), denial.hook(), why);
        }
        if (given.outcome() instanceof CompactionOutcome.Failed failure) {
          throw new CompactionFailed(failure.problem());
        }
        // A summary that came too late was recorded, and not used.
        yield Optional.of(
            state.records().compactions().stream()
                .filter(done -> done.seq() == state.position().seq())
                .findFirst()
                .orElseThrow(() -> tooLate()));
      }
      case WriterReply.Ignored(_, var detail) -> throw new SessionBusy(session.id(), detail);
      case WriterReply.Existing _, WriterReply.Forwarded _ -> throw elsewhere();
      case WriterReply.Refused(var problem) -> throw problem;
    };
  }

  /// @return the denial of a trim by a hook; null if no hook denies it
  private Input.@Nullable CompactionGiven denial(int keep) {
    var agent = Objects.requireNonNull(agents.find(session.agent()));
    var hooks = hookChains.of(session.id(), agent.governance().hooks());
    var state = queries.state(session.id());
    if (hooks == null
        || !hooks.isFor(HookPoint.BeforeCompaction.class)
        || state.running().isPresent()
        || exchanges(state.conversation()) <= keep) {
      return null;
    }
    var messages = state.conversation().messages();
    var length = RequestLength.of(agent.instructions(), agent.tools().declared(), messages);
    var point =
        new HookPoint.BeforeCompaction(
            HookContexts.of(state, null), Cause.ASKED, messages.size(), length.tokens(), "");
    try {
      return hooks.runGates(point, _ -> "nothing is summed up, so nobody is told anything")
              instanceof GateVerdict.Denied(_, _, var marks)
          ? new Input.CompactionGiven(
              state.position().nextEffect(), new CompactionOutcome.Denied(USER, Cause.ASKED, marks))
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
    var agent = Objects.requireNonNull(agents.find(session.agent()));
    var state = queries.state(session.id());
    if (state.running().isPresent()) {
      throw new SessionBusy(session.id(), "run " + state.running().get().run() + " is going");
    }
    try {
      return new IdleCompaction(models, agent, state).compact(USER, focus);
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
