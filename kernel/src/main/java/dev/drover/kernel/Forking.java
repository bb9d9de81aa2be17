package dev.drover.kernel;

import dev.drover.kernel.OpenCall.Stage;
import dev.drover.kernel.Phase.Acting;
import dev.drover.kernel.Phase.Running;
import dev.drover.kernel.Phase.Thinking;
import java.util.List;

/// Forks: the decision to make one, and where it stands when it is made.
///
/// A fork may begin at any event of its source, also between two that were decided together. What
/// was open there is closed in the fork, and in the fork alone: each call gets an outcome, and the
/// model's part gets an end, so that the next prompt follows a reply.
final class Forking {
  private static final String NOT_MADE = "the session was forked before this call was made";
  private static final String MAY_HAVE_HAPPENED =
      "the session was forked while this call was going; it may have happened";

  private static final String WORKS_ELSEWHERE =
      "the session was forked while the task %s was going; it goes on for the session that was"
          + " forked, and what comes of it is not told here";
  private static final String NOT_TOLD =
      "The session was forked while the task %s was going. It goes on for the session that was"
          + " forked; you will not be told when it has ended. Give the work away again if you need"
          + " what comes of it.";

  private Forking() {}

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
    if (state.phase() instanceof Phase.Unopened || forked.at() != state.position().seq() - 1) {
      throw new JournalOutOfOrder(
          "a fork at event %d does not follow event %d"
              .formatted(forked.at(), state.position().seq() - 1));
    }
    return withoutTasks(closed(state))
        .with(Phase.IDLE)
        .with(Backlog.EMPTY)
        .with(List.of())
        .with(state.totals().forked())
        .with(state.annals().forked())
        .with(state.profile().into(forked));
  }

  /// The model was told that it will hear of tasks in the background; here it will not.
  private static SessionState withoutTasks(SessionState state) {
    var conversation = state.conversation();
    for (var task : state.annals().tasks()) {
      if (task.mode() == TaskMode.BACKGROUND && conversation.size() > 0) {
        conversation =
            conversation
                .plus(new Message.User(Text.of(NOT_TOLD.formatted(task.child()))))
                .plus(new Message.Assistant(List.of(), Message.Ending.INTERRUPTED));
      }
    }
    return state.with(conversation);
  }

  /// With a conversation that a prompt can follow.
  private static SessionState closed(SessionState state) {
    if (!(state.phase() instanceof Running running)) {
      return state;
    }
    if (running.frame().brief().history() instanceof Prompt.History.Given) {
      // Such a run leaves no trace in the session's own history.
      return state.with(running.frame().base());
    }
    var settled =
        switch (running) {
          case Thinking _ -> withoutOpenCalls(state);
          case Acting(_, var calls) -> withOutcomes(state, calls);
        };
    return settled.conversation().last() instanceof Message.Assistant
        ? settled
        : settled.with(
            settled
                .conversation()
                .plus(new Message.Assistant(List.of(), Message.Ending.INTERRUPTED)));
  }

  /// The model may have asked for calls that nobody has planned yet; then they have no names.
  private static SessionState withoutOpenCalls(SessionState state) {
    if (!(state.conversation().last() instanceof Message.Assistant(var blocks, _))) {
      return state;
    }
    var conversation = state.conversation();
    long effects = state.position().effects();
    for (var block : blocks) {
      if (block instanceof Block.Call(var call)) {
        var effect = new EffectId(++effects);
        conversation =
            conversation.plus(
                new Message.ToolResult(
                    effect, call.callId(), call.tool(), new ToolOutcome.Cancelled(NOT_MADE)));
      }
    }
    var position = state.position();
    return state.at(new Position(position.seq(), position.at(), effects)).with(conversation);
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
    return switch (call.stage()) {
      case Stage.Settled(_, var outcome) -> outcome;
      case Stage.Started _, Stage.Away _ when call.child() != null ->
          new ToolOutcome.Unknown(WORKS_ELSEWHERE.formatted(call.child()));
      case Stage.Ready(var attempts) when attempts == 0 -> new ToolOutcome.Cancelled(NOT_MADE);
      case Stage.Asking(var attempts, _, _) when attempts == 0 ->
          new ToolOutcome.Cancelled(NOT_MADE);
      case Stage.Ready _, Stage.Asking _, Stage.Started _, Stage.Away _, Stage.Probing _ ->
          new ToolOutcome.Unknown(MAY_HAVE_HAPPENED);
    };
  }
}
