package dev.drover.internal.publish;

import dev.drover.hook.HookPoint;
import dev.drover.hook.HookPoint.HookContext;
import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.hook.HookChain;
import dev.drover.internal.hook.HookChainRegistry;
import dev.drover.internal.hook.HookContexts;
import dev.drover.internal.state.PlannedCalls;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.machine.OpenCall;
import dev.drover.kernel.machine.RunState;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/// Notifies hooks of durable events. Belongs to the session's writer.
public record HookEventPublisher(
    SessionId session, AgentRegistry agents, HookChainRegistry hookLines, EventTexts texts) {
  /// @param before the state before the first of these entries
  /// @param now the state after the last of them
  void publish(SessionState before, SessionState now, List<RecordedEvent> entries) {
    var agent = agents.of(now);
    var hooks = agent == null ? null : hookLines.of(session, agent.governance().hooks());
    if (hooks == null) {
      return;
    }
    var round = new CommitContext(hooks, before, now, entries);
    for (var entry : entries) {
      switch (entry.event()) {
        case Event.OfRun event -> publish(round, event, entry.at());
        case Event.TaskEnded ended -> ended(round, ended);
        case Event.HistoryCompacted(var shortening) -> compacted(round, shortening);
        case Event.OfSession _ -> {}
      }
    }
  }

  /// The events of one decision, and the hooks to notify.
  private record CommitContext(
      HookChain hooks, SessionState before, SessionState now, List<RecordedEvent> entries) {
    /// Creates the point only if a hook is registered for it.
    void tell(Class<? extends HookPoint.Observed> kind, Supplier<HookPoint.Observed> point) {
      if (hooks.isFor(kind)) {
        hooks.notifyObservers(point.get());
      }
    }

    HookContext scene(Event.OfRun event) {
      return HookContexts.of(now, event.run());
    }

    String model() {
      return before.profile().model();
    }

    /// A call may have been planned and denied in one decision, so that no state contains it.
    String tool(EffectId effect) {
      return entries.stream()
          .flatMap(entry -> PlannedCalls.of(entry.event()))
          .filter(planned -> planned.effect().equals(effect))
          .findFirst()
          .or(() -> before.call(effect).map(OpenCall::planned))
          .map(planned -> planned.call().tool())
          .orElse("");
    }
  }

  private void publish(CommitContext round, Event.OfRun event, Instant at) {
    switch (event) {
      case Event.ModelReplied replied -> replied(round, replied);
      case Event.ModelFailed(_, _, _, var failure, var retryAt) ->
          throttled(round, event, failure, retryAt);
      case Event.ModelReplaced(_, _, _, var failure, _)
          when failure.retry() instanceof Failure.Retry.Throttled(var after) ->
          throttled(round, event, failure, at.plus(after));
      case Event.ApprovalRequested asked -> asked(round, asked);
      case Event.QuestionAsked asked ->
          round.tell(
              HookPoint.ApprovalAsked.class,
              () ->
                  new HookPoint.ApprovalAsked(
                      round.scene(event),
                      new ApprovalId(session, asked.effect()),
                      round.tool(asked.effect()),
                      read(asked.question().text())));
      case Event.ToolSettled(_, var effect, ToolOutcome.Denied(var by, var why), _, _, _) ->
          round.tell(
              HookPoint.PermissionDenied.class,
              () ->
                  new HookPoint.PermissionDenied(
                      round.scene(event), effect, round.tool(effect), by, why));
      case Event.TaskStarted(_, var effect, var child, var worker, var mode, _) ->
          round.tell(
              HookPoint.TaskStart.class,
              () -> new HookPoint.TaskStart(round.scene(event), effect, child, worker, mode));
      case Event.RunFinished finished -> ended(round, finished, at);
      case Event.OfPrompt _,
          Event.OfPlan _,
          Event.OfModel _,
          Event.OfVerification _,
          Event.OfCall _,
          Event.BudgetWarned _,
          Event.RunRecovered _,
          Event.UndoOrdered _ -> {}
    }
  }

  private void replied(CommitContext round, Event.ModelReplied event) {
    var reply = event.reply();
    round.tell(
        HookPoint.AfterModel.class,
        () ->
            new HookPoint.AfterModel(
                round.scene(event),
                round.model(),
                read(reply.answer()),
                reply.calls().size(),
                reply.usage()));
  }

  private void compacted(CommitContext round, CompactionOutcome.Applied shortening) {
    var cut = shortening.cut();
    round.tell(
        HookPoint.AfterCompaction.class,
        () ->
            new HookPoint.AfterCompaction(
                HookContexts.of(
                    round.now(), round.before().running().map(RunState::run).orElse(null)),
                shortening.cause(),
                cut.dropped(),
                cut.kept(),
                cut.trimmed().size(),
                read(shortening.summary())));
  }

  private void asked(CommitContext round, Event.ApprovalRequested event) {
    round.tell(
        HookPoint.ApprovalAsked.class,
        () ->
            new HookPoint.ApprovalAsked(
                round.scene(event),
                new ApprovalId(session, event.effect()),
                event.tool(),
                event.why()));
  }

  /// Several may have ended with their run, which is over by then.
  private static void ended(CommitContext round, Event.TaskEnded end) {
    round.tell(
        HookPoint.TaskEnd.class,
        () -> {
          var task =
              round.before().records().tasks().stream()
                  .filter(each -> each.child().equals(end.child()))
                  .findFirst()
                  .orElseThrow();
          return new HookPoint.TaskEnd(
              HookContexts.of(round.now(), task.run()),
              end.child(),
              task.agent(),
              end.status(),
              end.usage());
        });
  }

  private static void throttled(
      CommitContext round, Event.OfRun event, Failure failure, Instant retryAt) {
    if (failure.retry() instanceof Failure.Retry.Throttled) {
      round.tell(
          HookPoint.RateLimit.class,
          () ->
              new HookPoint.RateLimit(
                  round.scene(event), round.model(), failure.problem(), retryAt));
    }
  }

  private void ended(CommitContext round, Event.RunFinished end, Instant at) {
    if (end.outcome() instanceof RunOutcome.Failed(var failure, _)) {
      if (failure.retry() instanceof Failure.Retry.Throttled(var after)) {
        throttled(round, end, failure, at.plus(after));
      }
      round.tell(
          HookPoint.RunError.class,
          () -> new HookPoint.RunError(round.scene(end), failure.problem()));
    }
    round.tell(
        HookPoint.RunEnd.class,
        () ->
            new HookPoint.RunEnd(
                round.scene(end),
                RunStatus.of(end.outcome()),
                text(end.outcome()),
                ending(end.outcome()),
                end.usage()));
  }

  private static AnswerEnding ending(RunOutcome outcome) {
    return outcome instanceof RunOutcome.Completed completed
        ? completed.ending()
        : AnswerEnding.WHOLE;
  }

  private String text(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Completed(var text, _, _) -> read(text);
      case RunOutcome.HandedOff(_, _, var text) -> read(text);
      case RunOutcome.Failed(_, var text) -> read(text);
      case RunOutcome.Cancelled(_, var why) -> why;
    };
  }

  private String read(Text text) {
    return texts.read(text);
  }
}
