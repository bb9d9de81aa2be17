package dev.drover.kernel.machine;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.OpenCall.Stage;
import dev.drover.kernel.machine.SessionPhase.Acting;
import dev.drover.kernel.machine.SessionPhase.Running;
import dev.drover.kernel.machine.SessionPhase.Thinking;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import java.util.List;

/// Forks: the decision to make one, and its initial state.
///
/// A fork may begin at any event of its source, also between two that were decided together. Work
/// that was open there is closed in the fork only: each call gets an outcome, and the model's part
/// gets an end, so that the next prompt follows a reply.
final class ForkDecisions {
  private static final String NOT_MADE = "the session was forked before this call was made";
  private static final String MAY_HAVE_HAPPENED =
      "the session was forked while this call was going; it may have happened";

  private static final Message INTERRUPTED =
      new Message.Assistant(List.of(), Message.Ending.INTERRUPTED);

  private ForkDecisions() {}

  static Decision decide(Draft draft, Input.Forked fork) {
    if (fork.session().equals(draft.state().profile().session())) {
      return SessionMachine.alreadyOpen();
    }
    long at = draft.state().position().seq();
    return draft
        .add(
            new Event.SessionForked(
                fork.session(), fork.source(), at, fork.agent(), fork.workspace(), fork.by()))
        .commit();
  }

  static SessionState after(SessionState state, Event.SessionForked forked) {
    if (state.phase() instanceof SessionPhase.Unopened
        || forked.at() != state.position().seq() - 1) {
      throw new JournalOutOfOrder(
          "a fork at event %d does not follow event %d"
              .formatted(forked.at(), state.position().seq() - 1));
    }
    var rested = state.running().map(run -> Fold.withOwnModel(state, run)).orElse(state);
    var closed = closed(rested);
    return closed
        .with(withoutTasks(state, closed.conversation()))
        .with(SessionPhase.IDLE)
        .with(Backlog.EMPTY)
        .with(List.of())
        .with(state.totals().forked())
        .with(state.records().forked(forked.session()))
        .with(rested.profile().forkedAs(forked));
  }

  /// The model expects reports of background tasks; in the fork there will be none.
  private static Conversation withoutTasks(SessionState state, Conversation closed) {
    var conversation = closed;
    for (var task : state.records().tasks()) {
      if (isAwaited(state, task) && closed.size() > 0) {
        conversation =
            conversation.plus(new Message.User(noReportNotice(task.child()))).plus(INTERRUPTED);
      }
    }
    return conversation;
  }

  /// Whether the model expects a report of the task. It does not while the call is open.
  private static boolean isAwaited(SessionState state, OpenTask task) {
    return task.mode() == TaskMode.BACKGROUND
        && state.call(task.call()).filter(call -> !call.isSettled()).isEmpty();
  }

  private static Text noReportNotice(SessionId child) {
    return Text.of(
        "The session was forked while the task %s was going. It goes on for the other session; you will not be told when it has ended. Give the work away again if you need what comes of it."
            .formatted(child));
  }

  /// With a conversation that a prompt can follow.
  private static SessionState closed(SessionState state) {
    if (!(state.phase() instanceof Running running)) {
      return state;
    }
    if (running.frame().request().history() instanceof Prompt.History.Given) {
      // Such a run leaves no trace in the session's own history.
      return state.with(running.frame().base());
    }
    var settled =
        switch (running) {
          case Thinking _ -> withoutOpenCalls(state);
          case SessionPhase.Verifying _ -> state;
          case Acting(_, var calls) -> withOutcomes(state, calls);
        };
    return settled.conversation().last() instanceof Message.Assistant
        ? settled
        : settled.with(settled.conversation().plus(INTERRUPTED));
  }

  /// The model may have requested calls that are not planned yet; those have no ids.
  private static SessionState withoutOpenCalls(SessionState state) {
    if (!(state.conversation().last() instanceof Message.Assistant(var blocks, _))) {
      return state;
    }
    var conversation = state.conversation();
    long effects = state.position().effects();
    for (var block : blocks) {
      if (block instanceof ContentBlock.Call(var call)) {
        var effect = EffectId.of(++effects);
        conversation =
            conversation.plus(
                new Message.ToolResult(
                    effect, call.callId(), call.tool(), new ToolOutcome.Cancelled(NOT_MADE)));
      }
    }
    var position = state.position();
    return state.at(new JournalPosition(position.seq(), position.at(), effects)).with(conversation);
  }

  private static SessionState withOutcomes(SessionState state, List<OpenCall> calls) {
    var conversation = state.conversation();
    for (var call : calls) {
      var asked = call.planned().call();
      var labels = call.isSettled() ? call.labels() : List.<Label>of();
      conversation =
          conversation.plus(
              new Message.ToolResult(
                  call.effect(), asked.callId(), asked.tool(), outcome(call), labels));
    }
    return state.with(conversation);
  }

  private static ToolOutcome outcome(OpenCall call) {
    if (call.stage() instanceof Stage.Settled(_, var outcome)) {
      return outcome;
    }
    if (call.child() != null) {
      return new ToolOutcome.Unknown(
          "the session was forked while the task %s was going; it goes on for the other session, and what comes of it is not told here"
              .formatted(call.child()));
    }
    return call.stage().attempts() == 0
        ? new ToolOutcome.Cancelled(NOT_MADE)
        : new ToolOutcome.Unknown(MAY_HAVE_HAPPENED);
  }
}
