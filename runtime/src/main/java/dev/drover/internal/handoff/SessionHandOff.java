package dev.drover.internal.handoff;

import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.delegation.HandOffStarter;
import dev.drover.internal.inbox.SessionInputs;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.task.ChildSessionIds;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.HandOffChain;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.RequestRefused.HandOffRefused;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.problem.SessionUnavailable.SessionDeleted;
import dev.drover.spi.store.Journal;
import dev.drover.spi.time.Time;
import dev.drover.spi.tool.ToolInvocation;

/// Hands conversations off, and finds the session that has them now.
public record SessionHandOff(
    StoredSessionQueries queries,
    AgentRegistry agents,
    SessionInputs inputs,
    EventTexts texts,
    Journal journal,
    Time time)
    implements HandOffStarter {
  @Override
  public ToolAnswer handOff(ToolInvocation call, String agent, String message) {
    var spec = agents.find(agent);
    var successor = ChildSessionIds.of(call);
    if (!new ChildSessionIds(queries).isFree(successor)) {
      return new ToolOutcome.Failed(
          Text.of(
              "nothing was handed on: there is a session %s already. Tell the user."
                  .formatted(successor)));
    }
    return spec == null
        ? new ToolOutcome.Failed(
            Text.of(
                "agent '%s' is not at work here; answer yourself, or hand on to another"
                    .formatted(agent)))
        : handOff(successor, spec, message);
  }

  private HandOff handOff(SessionId successor, AgentSpec spec, String message) {
    return new HandOff(
        successor,
        RunId.firstOf(successor),
        spec.name(),
        spec.workspace().toString(),
        texts.of(message));
  }

  /// Hands off on behalf of the host.
  ///
  /// @return the session and run that continue
  public HandOff handOff(SessionId session, String agent, String message) {
    var to = handOff(new SessionId(time.freshId("s-")), known(agent), message);
    return switch (inputs.submit(session, new Input.HandOffRequested(to, "user"))) {
      case WriterReply.Committed _ -> to;
      case WriterReply.Ignored(var why, var detail) when why == Why.BUSY ->
          throw new SessionBusy(session, detail);
      case WriterReply.Ignored(_, var detail) -> throw new HandOffRefused(session, detail);
      case WriterReply.Existing _, WriterReply.Forwarded _ ->
          throw new SessionBusy(session, "another process drives it");
      case WriterReply.Refused(var problem) -> throw problem;
    };
  }

  private AgentSpec known(String agent) {
    var spec = agents.find(agent);
    if (spec == null) {
      throw new ConfigurationInvalid(
          "agent",
          "there is no agent '%s' in this runtime".formatted(agent),
          "Build it, and keep its name.");
    }
    return spec;
  }

  /// The session that has the conversation now: this one or a successor.
  public SessionId end(SessionId first) {
    var at = first;
    for (int links = 0; links <= HandOffChain.MOST; links++) {
      var next = queries.state(at).records().chain().successor();
      if (next == null) {
        return at;
      }
      at = present(next);
    }
    throw new HandOffRefused(
        first, "it was handed on more than %d times".formatted(HandOffChain.MOST));
  }

  /// The agent of a session.
  ///
  /// @throws ConfigurationInvalid if it is not in this runtime
  public String agentOf(SessionId session) {
    return known(queries.state(session).profile().agent()).name();
  }

  private SessionId present(SessionId session) {
    if (journal.isDeleted(session)) {
      throw new SessionDeleted(session);
    }
    return session;
  }
}
