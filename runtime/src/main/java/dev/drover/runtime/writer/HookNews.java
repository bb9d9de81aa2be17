package dev.drover.runtime.writer;

import dev.drover.kernel.AnswerEnding;
import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.OpenCall;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.RunFrame;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.hook.Scene;
import dev.drover.runtime.hooking.HookLine;
import dev.drover.runtime.hooking.Scenes;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/// Tells hooks of events that have become durable. Belongs to the session's writer.
record HookNews(SessionId session, Engine engine) {
  /// @param before the state that the first of these entries found
  /// @param now the state after the last of them
  void tell(SessionState before, SessionState now, List<Recorded> entries) {
    var agent = engine.agents().of(now);
    var hooks = agent == null ? null : engine.hookLines().of(session, agent.governance().hooks());
    if (hooks == null) {
      return;
    }
    var round = new Round(hooks, before, now, entries);
    for (var entry : entries) {
      switch (entry.event()) {
        case Event.OfRun event -> tell(round, event, entry.at());
        case Event.TaskEnded ended -> ended(round, ended);
        case Event.HistoryCompacted(var shortening) -> compacted(round, shortening);
        case Event.OfSession _ -> {}
      }
    }
  }

  /// The events of one decision, and who is told of them.
  private record Round(
      HookLine hooks, SessionState before, SessionState now, List<Recorded> entries) {
    /// Makes the point only if somebody wants to know.
    void tell(Class<? extends HookPoint.Told> kind, Supplier<HookPoint.Told> point) {
      if (hooks.isFor(kind)) {
        hooks.tell(point.get());
      }
    }

    Scene scene(Event.OfRun event) {
      return Scenes.of(now, event.run());
    }

    String model() {
      return before.profile().model();
    }

    /// A call may have been planned and denied at once, and then no state has ever held it.
    String tool(EffectId effect) {
      return entries.stream()
          .flatMap(entry -> Projector.planned(entry.event()))
          .filter(planned -> planned.effect().equals(effect))
          .findFirst()
          .or(() -> before.call(effect).map(OpenCall::planned))
          .map(planned -> planned.call().tool())
          .orElse("");
    }
  }

  private void tell(Round round, Event.OfRun event, Instant at) {
    switch (event) {
      case Event.ModelReplied replied -> replied(round, replied);
      case Event.ModelFailed(_, _, _, var failure, var retryAt) ->
          throttled(round, event, failure, retryAt);
      case Event.ModelReplaced(_, _, _, var failure, _)
          when failure.retry() instanceof Failure.Retry.Throttled(var after) ->
          throttled(round, event, failure, at.plus(after));
      case Event.ApprovalRequested asked -> asked(round, asked);
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
      case Event.RunAccepted _,
          Event.PromptQueued _,
          Event.TextSteered _,
          Event.DirectCallAccepted _,
          Event.ModelReplaced _,
          Event.ReplyInterrupted _,
          Event.AnswerRejected _,
          Event.ToolsPlanned _,
          Event.OfCall _,
          Event.BudgetWarned _,
          Event.RunRecovered _,
          Event.UndoOrdered _ -> {}
    }
  }

  private void replied(Round round, Event.ModelReplied event) {
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

  private void compacted(Round round, Shortening shortening) {
    var cut = shortening.cut();
    round.tell(
        HookPoint.AfterCompaction.class,
        () ->
            new HookPoint.AfterCompaction(
                Scenes.of(round.now(), round.before().running().map(RunFrame::run).orElse(null)),
                shortening.cause(),
                cut.dropped(),
                cut.kept(),
                cut.trimmed().size(),
                read(shortening.summary())));
  }

  private void asked(Round round, Event.ApprovalRequested event) {
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
  private static void ended(Round round, Event.TaskEnded end) {
    round.tell(
        HookPoint.TaskEnd.class,
        () -> {
          var task =
              round.before().annals().tasks().stream()
                  .filter(each -> each.child().equals(end.child()))
                  .findFirst()
                  .orElseThrow();
          return new HookPoint.TaskEnd(
              Scenes.of(round.now(), task.run()),
              end.child(),
              task.agent(),
              end.status(),
              end.usage());
        });
  }

  private static void throttled(Round round, Event.OfRun event, Failure failure, Instant retryAt) {
    if (failure.retry() instanceof Failure.Retry.Throttled) {
      round.tell(
          HookPoint.RateLimit.class,
          () ->
              new HookPoint.RateLimit(
                  round.scene(event), round.model(), failure.problem(), retryAt));
    }
  }

  private void ended(Round round, Event.RunFinished end, Instant at) {
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
    return engine.texts().read(text);
  }
}
