package dev.drover.internal.task;

import dev.drover.budget.ModelPrices;
import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.concurrent.EndFuture;
import dev.drover.internal.concurrent.PendingResult;
import dev.drover.internal.delegation.TaskStarter;
import dev.drover.internal.inbox.SessionInputs;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.run.RunCancellation;
import dev.drover.internal.text.EventTexts;
import dev.drover.internal.tool.SessionToolInvocation;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.Prompt.PromptRewrite;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.problem.InvalidRequest.SessionExists;
import dev.drover.problem.RequestRefused.HandOffRefused;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.task.Subagent;
import dev.drover.task.TaskAssignment;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Opens the child of a call and sends its prompt. Everything is idempotent: the child's id is
/// derived from the call, it is opened once, and its prompt has a key.
public record ChildTaskStarter(
    StoredSessionQueries queries,
    AgentRegistry agents,
    SessionInputs inputs,
    EventTexts texts,
    RunCancellation cancellation,
    ModelPrices prices)
    implements TaskStarter {
  private static final RunKey KEY = new RunKey("task");

  @Override
  public ToolAnswer delegate(ToolInvocation call, TaskAssignment assignment, TaskMode mode)
      throws InterruptedException {
    var stage = ((SessionToolInvocation) call).stage();
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
    var history = new ChildStartHistory(queries).of(start, call, stage.state());
    if (history.isEmpty()) {
      return failed("there is no session to start from by that name. Name another, or none.");
    }
    // Before the task is recorded: a child whose budget is refused must not be recorded.
    var order = order(call, agents.childOf(above, subagent), mode);
    return given((SessionToolInvocation) call, order, assignment.prompt(), history.get());
  }

  private ToolAnswer given(
      SessionToolInvocation call, ChildOrder order, String prompt, Prompt.History history)
      throws InterruptedException {
    var stage = call.stage();
    var mode = order.origin().mode();
    if (!new ChildSessionIds(queries).isOwn(order.child(), order.origin())) {
      return taken(order.child());
    }
    try {
      stage.services().recordTask(order.child(), order.spec().name(), mode);
    } catch (SessionBusy full) {
      return failed(full.problem().detail() + ". Wait until one has ended, or do it yourself.");
    } catch (HandOffRefused handedOn) {
      return failed(handedOn.problem().detail() + ". Give it out there, where its end is heard.");
    }
    begin(order, stage.state().profile().identity(), prompt, history);
    cancelIfNobodyWaits(call.session(), order.child());
    return switch (mode) {
      case FOREGROUND -> ToolDeferral.keepingSlot();
      case BACKGROUND ->
          new ToolOutcome.Succeeded(
              Text.of(
                  "The task %s has begun. You will be told when it has ended; go on meanwhile."
                      .formatted(order.child())));
    };
  }

  private ChildOrder order(ToolInvocation call, AgentSpec spec, TaskMode mode) {
    var state = ((SessionToolInvocation) call).stage().state();
    int depth = state.profile().origin().depth() + 1;
    return new ChildOrder(
        ChildSessionIds.of(call),
        spec,
        new ChildLimits(prices).of(spec, state.totals().spending().budgets(), call.run()),
        new SessionOrigin.Delegated(call.session(), call.effect(), mode, depth));
  }

  private static ToolOutcome taken(SessionId child) {
    return failed(
        "the task was not begun: there is a session %s already that is not its own. Tell the user."
            .formatted(child));
  }

  private static ToolOutcome failed(String why) {
    return new ToolOutcome.Failed(Text.of(why));
  }

  private static @Nullable Subagent subagent(AgentSpec above, TaskAssignment.Assignee whom) {
    return switch (whom) {
      case TaskAssignment.Assignee.Known(var name) ->
          above.conduct().delegates().find(name).orElse(null);
      case TaskAssignment.Assignee.Worker(var subagent) -> subagent;
    };
  }

  /// If the parent was cancelled while the child was being opened, its cancellation could not reach
  /// the child, so it is repeated here.
  private void cancelIfNobodyWaits(SessionId parent, SessionId child) {
    boolean isWanted =
        queries.state(parent).records().tasks().stream()
            .anyMatch(task -> task.child().equals(child));
    if (!isWanted) {
      cancellation.cancel(child, RunId.firstOf(child), parent.value(), "nobody waits");
    }
  }

  private record ChildOrder(
      SessionId child, AgentSpec spec, RunLimits limits, SessionOrigin.Delegated origin) {}

  private static ToolOutcome unknown(String agent, AgentSpec above) {
    var known =
        above.conduct().delegates().all().stream()
            .map(Subagent::name)
            .collect(Collectors.joining(", "));
    return failed(
        "there is no agent '%s'; there are: %s".formatted(agent, known.isEmpty() ? "none" : known));
  }

  private void begin(ChildOrder order, Identity identity, String words, Prompt.History history) {
    var spec = order.spec();
    var opened =
        new Input.Opened(
            order.child(),
            spec.name(),
            spec.workspace().toString(),
            spec.recipe(),
            identity,
            order.origin());
    if (inputs.submit(order.child(), opened) instanceof WriterReply.Refused(var problem)) {
      throw problem;
    }
    // Another caller may have been faster since the first check.
    if (!new ChildSessionIds(queries).isOwn(order.child(), order.origin())) {
      throw new SessionExists(order.child());
    }
    var prompt =
        new Prompt(texts.of(words), List.of(), history, AnswerType.WORDS, KEY, PromptRewrite.NONE);
    var ticket = EndFuture.ofRun(RunId.firstOf(order.child()));
    var reply = new PendingResult<WriterReply>();
    var input =
        new Input.Prompted(ticket.run(), prompt, spec.recipe(), order.limits(), WhenBusy.REFUSE);
    inputs.messages().submit(order.child(), new WriterMessage.SubmitPrompt(ticket, input, reply));
    switch (reply.awaitUninterruptibly()) {
      case WriterReply.Committed _, WriterReply.Existing _, WriterReply.Forwarded _ -> {}
      case WriterReply.Ignored(_, var detail) -> throw new SessionBusy(order.child(), detail);
      case WriterReply.Refused(var problem) -> throw problem;
    }
  }
}
