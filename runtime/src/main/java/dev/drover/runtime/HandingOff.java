package dev.drover.runtime;

import dev.drover.kernel.Chain;
import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.HandOff;
import dev.drover.kernel.Input;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolAnswer;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.handoff.Handing;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.HandOffRefused;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.problem.SessionDeleted;
import dev.drover.runtime.writer.Reply;
import dev.drover.spi.tool.ToolInvocation;

/// Hands conversations on, and finds where they are now.
record HandingOff(Drover drover) implements Handing {
  @Override
  public ToolAnswer handOff(ToolInvocation call, String agent, String message) {
    var spec = drover.engine().agent(agent);
    var successor = ChildIds.of(call);
    if (!new ChildIds(drover).isFree(successor)) {
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
        new RunId(successor.value()),
        spec.name(),
        spec.workspace().toString(),
        drover.engine().texts().of(message));
  }

  /// By the host.
  ///
  /// @return the run that goes on
  Run handOff(SessionId session, String agent, String message) {
    var engine = drover.engine();
    var to = handOff(new SessionId(engine.time().freshId("s-")), known(agent), message);
    return switch (drover.tell(session, new Input.HandOffRequested(to, "user"))) {
      case Reply.Committed _ -> new Run(to.successor(), to.run(), drover, null);
      case Reply.Ignored(var why, var detail) when why == Why.BUSY ->
          throw new SessionBusy(session, detail);
      case Reply.Ignored(_, var detail) -> throw new HandOffRefused(session, detail);
      case Reply.Existing _, Reply.Forwarded _ ->
          throw new SessionBusy(session, "another process drives it");
      case Reply.Refused(var problem) -> throw problem;
    };
  }

  private AgentSpec known(String agent) {
    var spec = drover.engine().agent(agent);
    if (spec == null) {
      throw new ConfigurationInvalid(
          "agent",
          "there is no agent '%s' in this runtime".formatted(agent),
          "Build it, and keep its name.");
    }
    return spec;
  }

  /// The session in which a conversation is now, be it this one or another.
  Session end(SessionId first) {
    var at = first;
    for (int links = 0; links <= Chain.MOST; links++) {
      var next = drover.archive().state(at).annals().chain().next();
      if (next == null) {
        return open(at);
      }
      at = present(next);
    }
    throw new HandOffRefused(first, "it was handed on more than %d times".formatted(Chain.MOST));
  }

  private SessionId present(SessionId session) {
    if (drover.engine().journal().isDeleted(session)) {
      throw new SessionDeleted(session);
    }
    return session;
  }

  private Session open(SessionId session) {
    var agent = drover.archive().state(session).profile().agent();
    return new Agent(drover, known(agent).name()).open(session, OpenMode.RESUME);
  }
}
