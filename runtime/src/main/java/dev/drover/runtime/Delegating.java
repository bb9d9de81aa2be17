package dev.drover.runtime;

import dev.drover.kernel.AnswerType;
import dev.drover.kernel.Deferred;
import dev.drover.kernel.Identity;
import dev.drover.kernel.Input;
import dev.drover.kernel.Limits;
import dev.drover.kernel.Origin;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.Rewording;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunKey;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.TaskMode;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolAnswer;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.perform.Invocation;
import dev.drover.runtime.problem.HandOffRefused;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.problem.SessionExists;
import dev.drover.runtime.task.Assignment;
import dev.drover.runtime.task.Delegation;
import dev.drover.runtime.task.Subagent;
import dev.drover.runtime.writer.Letter;
import dev.drover.runtime.writer.Pending;
import dev.drover.runtime.writer.Reply;
import dev.drover.runtime.writer.Ticket;
import dev.drover.spi.tool.ToolInvocation;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Opens the child of a call and tells it what to do. All of it can be done again: the child's name
/// follows from the call, it is opened once, and its prompt has a key.
record Delegating(Drover drover) implements Delegation {
  private static final RunKey KEY = new RunKey("task");

  @Override
  public ToolAnswer delegate(ToolInvocation call, Assignment assignment, TaskMode mode)
      throws InterruptedException {
    var stage = ((Invocation) call).stage();
    var profile = stage.state().profile();
    var above = stage.agent();
    var subagent = subagent(above, assignment.whom());
    if (subagent == null) {
      return unknown(assignment.whom().name(), above);
    }
    int depth = profile.origin().depth() + 1;
    if (depth > above.conduct().delegates().depth()) {
      return failed(
          "nobody is below this agent: work can be given on %d times. Do it yourself."
              .formatted(above.conduct().delegates().depth()));
    }
    var given = assignment.start();
    var start = given == null ? subagent.start() : given;
    var history = new StartingHistory(drover).of(start, call, stage.state());
    if (history.isEmpty()) {
      return failed("there is no session to start from by that name. Name another, or none.");
    }
    // Before anything is said of it: a child that cannot be paid for is none.
    var order = order(call, drover.engine().agents().childOf(above, subagent), mode);
    return given((Invocation) call, order, assignment.prompt(), history.get());
  }

  private ToolAnswer given(Invocation call, Order order, String prompt, Prompt.History history)
      throws InterruptedException {
    var stage = call.stage();
    var mode = order.origin().mode();
    if (!new ChildIds(drover).isOwn(order.child(), order.origin())) {
      return taken(order.child());
    }
    try {
      stage.desk().delegated(order.child(), order.spec().name(), mode);
    } catch (SessionBusy full) {
      return failed(full.problem().detail() + ". Wait until one has ended, or do it yourself.");
    } catch (HandOffRefused handedOn) {
      return failed(handedOn.problem().detail() + ". Give it out there, where its end is heard.");
    }
    begin(order, stage.state().profile().identity(), prompt, history);
    cancelIfNobodyWaits(call.session(), order.child());
    return switch (mode) {
      case FOREGROUND -> Deferred.inItsPlace();
      case BACKGROUND ->
          new ToolOutcome.Succeeded(
              Text.of(
                  "The task %s has begun. You will be told when it has ended; go on meanwhile."
                      .formatted(order.child())));
    };
  }

  private Order order(ToolInvocation call, AgentSpec spec, TaskMode mode) {
    var state = ((Invocation) call).stage().state();
    int depth = state.profile().origin().depth() + 1;
    return new Order(
        ChildIds.of(call),
        spec,
        new Allowance(drover).of(spec, state.totals().spending().budgets(), call.run()),
        new Origin.Delegated(call.session(), call.effect(), mode, depth));
  }

  private static ToolOutcome taken(SessionId child) {
    return failed(
        "the task was not begun: there is a session %s already that is not its own. Tell the user."
            .formatted(child));
  }

  private static ToolOutcome failed(String why) {
    return new ToolOutcome.Failed(Text.of(why));
  }

  private static @Nullable Subagent subagent(AgentSpec above, Assignment.Whom whom) {
    return switch (whom) {
      case Assignment.Whom.Known(var name) -> above.conduct().delegates().find(name).orElse(null);
      case Assignment.Whom.Worker(var subagent) -> subagent;
    };
  }

  /// Who was cancelled while the child was being opened has told it so, and it was not there yet.
  private void cancelIfNobodyWaits(SessionId parent, SessionId child) {
    boolean isWanted =
        drover.archive().state(parent).annals().tasks().stream()
            .anyMatch(task -> task.child().equals(child));
    if (!isWanted) {
      drover.cancel(child, new RunId(child.value()), parent.value(), "nobody waits");
    }
  }

  private record Order(SessionId child, AgentSpec spec, Limits limits, Origin.Delegated origin) {}

  private static ToolOutcome unknown(String agent, AgentSpec above) {
    var known =
        above.conduct().delegates().all().stream()
            .map(Subagent::name)
            .collect(Collectors.joining(", "));
    return failed(
        "there is no agent '%s'; there are: %s".formatted(agent, known.isEmpty() ? "none" : known));
  }

  private void begin(Order order, Identity identity, String words, Prompt.History history) {
    var spec = order.spec();
    var opened =
        new Input.Opened(
            order.child(),
            spec.name(),
            spec.workspace().toString(),
            spec.recipe(),
            identity,
            order.origin());
    if (drover.tell(order.child(), opened) instanceof Reply.Refused(var problem)) {
      throw problem;
    }
    // Somebody may have been faster since this was asked before.
    if (!new ChildIds(drover).isOwn(order.child(), order.origin())) {
      throw new SessionExists(order.child());
    }
    var prompt =
        new Prompt(
            drover.engine().texts().of(words),
            List.of(),
            history,
            AnswerType.WORDS,
            KEY,
            Rewording.NONE);
    var ticket = Ticket.ofRun(new RunId(order.child().value()));
    var reply = new Pending<Reply>();
    var input =
        new Input.Prompted(ticket.run(), prompt, spec.recipe(), order.limits(), WhenBusy.REFUSE);
    drover.engine().tell(order.child(), new Letter.Prompted(ticket, input, reply));
    switch (reply.awaitCalmly()) {
      case Reply.Committed _, Reply.Existing _, Reply.Forwarded _ -> {}
      case Reply.Ignored(_, var detail) -> throw new SessionBusy(order.child(), detail);
      case Reply.Refused(var problem) -> throw problem;
    }
  }
}
