package dev.drover.kernel.machine;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.kernel.machine.SessionPhase.Acting;
import dev.drover.kernel.machine.SessionPhase.Running;
import dev.drover.kernel.machine.SessionPhase.Thinking;
import dev.drover.kernel.machine.SessionPhase.Verifying;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.util.ArrayList;
import java.util.List;

/// The decisions that move a run from turn to turn, and those that end it.
final class TurnDecisions {
  private TurnDecisions() {}

  static Decision replied(Draft draft, Thinking thinking, Input.ModelAnswered answered) {
    var frame = thinking.frame();
    var reply = answered.reply();
    var judged = answered.judged();
    draft.add(new Event.ModelReplied(frame.run(), thinking.effect(), reply));
    if (draft.state().phase() instanceof Thinking next
        && !next.effect().equals(thinking.effect())) {
      return proceed(draft);
    }
    if (judged.isEmpty()) {
      return answered(draft, frame, answered);
    }
    draft.add(new Event.ToolsPlanned(frame.run(), plan(draft.state(), frame, judged)));
    for (var site : sites(draft)) {
      ToolCallDecisions.open(draft, site);
    }
    return proceed(draft);
  }

  private static Decision answered(Draft draft, RunState frame, Input.ModelAnswered answered) {
    if (answered.fit() instanceof AnswerValidation.Invalid(var complaint)
        && mayRepair(draft, frame, answered)) {
      return proceed(
          draft.add(new Event.AnswerRejected(frame.run(), answered.effect(), complaint)));
    }
    BudgetRules.warn(draft);
    var outcome = outcome(draft, frame, answered);
    return outcome instanceof RunOutcome.Completed answer && frame.needsChecks()
        ? VerificationDecisions.started(draft, frame, answer)
        : finish(draft, outcome);
  }

  private static boolean mayRepair(Draft draft, RunState frame, Input.ModelAnswered answered) {
    return frame.request().answer() instanceof AnswerType.Json json
        && frame.progress().repairs() < json.repairs()
        && answered.reply().stop() != ModelReply.StopReason.REFUSED
        && !draft.state().isLastCall(frame);
  }

  private static RunOutcome outcome(Draft draft, RunState frame, Input.ModelAnswered answered) {
    var reply = answered.reply();
    if (reply.stop() == ModelReply.StopReason.REFUSED) {
      return new RunOutcome.Failed(RunProblems.modelRefused(), reply.answer());
    }
    if (draft.state().isLastCall(frame)
        && !(answered.fit() instanceof AnswerValidation.Unreadable)) {
      return new RunOutcome.Failed(spent(draft, frame), reply.answer());
    }
    return switch (answered.fit()) {
      case AnswerValidation.NotRequired _ ->
          new RunOutcome.Completed(reply.answer(), null, answered.ending());
      case AnswerValidation.Valid(var value) ->
          new RunOutcome.Completed(reply.answer(), value, answered.ending());
      case AnswerValidation.Invalid(var complaint) ->
          new RunOutcome.Failed(RunProblems.answerMisfit(complaint), reply.answer());
      case AnswerValidation.Unreadable(var why) -> new RunOutcome.Failed(why, reply.answer());
    };
  }

  /// Why the call was the last one.
  private static Failure spent(Draft draft, RunState frame) {
    return frame.isExhausted()
        ? frame.exhaustedFailure()
        : RunProblems.budgetExhausted(draft.state().totals().spending().stop());
  }

  private static List<PlannedCall> plan(
      SessionState state, RunState frame, List<JudgedCall> judged) {
    var planned = new ArrayList<PlannedCall>(judged.size());
    long ordinal = state.position().effects();
    for (var call : judged) {
      var verdict =
          state.isLastCall(frame) ? new Verdict.Reject(notOffered(frame)) : call.verdict();
      planned.add(call.planned(EffectId.of(++ordinal), verdict));
    }
    return planned;
  }

  private static String notOffered(RunState frame) {
    if (!frame.isExhausted()) {
      return "the budget is used up; no tools were offered";
    }
    return frame.progress().isLooping()
        ? "the run goes round in circles; no tools were offered"
        : "the run is out of turns; no tools were offered";
  }

  static Decision broke(Draft draft, Thinking thinking, Input.ModelCallFailed broke) {
    var run = thinking.frame().run();
    var failure = broke.failure();
    var retryAt = broke.retryAt();
    if (retryAt != null) {
      return draft
          .add(new Event.ModelFailed(run, thinking.effect(), thinking.attempt(), failure, retryAt))
          .commit();
    }
    var next = broke.fallback();
    return next == null
        ? fail(draft, failure)
        : proceed(
            draft.add(
                new Event.ModelReplaced(
                    run, thinking.effect(), thinking.attempt(), failure, next)));
  }

  /// Completes the decision: starts the calls that may start, and stops the run at its limits.
  static Decision proceed(Draft draft) {
    startReady(draft);
    BudgetRules.warn(draft);
    if (!(draft.state().phase() instanceof Thinking(var frame, _, _, _, _))) {
      return draft.commit();
    }
    if (frame.isPastFinalCall()) {
      return fail(draft, frame.exhaustedFailure());
    }
    if (frame.isOutOfTokens()) {
      return fail(draft, RunProblems.budgetExhausted(frame.limits(), frame.used()));
    }
    var exhausted = BudgetRules.exhausted(draft);
    return exhausted == null ? draft.commit() : fail(draft, exhausted);
  }

  private static void startReady(Draft draft) {
    if (!draft.state().direct().isEmpty()) {
      for (var direct : draft.state().direct()) {
        if (direct.open().stage() instanceof OpenCall.Stage.Ready) {
          ToolCallDecisions.startIfPaid(draft, direct.site());
        }
      }
    }
    boolean again = true;
    while (again && draft.state().phase() instanceof Acting acting) {
      again = false;
      for (var call : acting.startable()) {
        // A refused call makes room for another.
        again |= !ToolCallDecisions.startIfPaid(draft, acting.site(call));
      }
    }
  }

  /// The calls of the turn that are not settled.
  private static List<OpenCallContext> sites(Draft draft) {
    return draft.state().phase() instanceof Acting acting ? acting.sites() : List.of();
  }

  static Decision cancelled(Draft draft, RunOutcome.Cancelled outcome, Text partial) {
    stop(draft, outcome, partial);
    return draft.commit();
  }

  /// The same, for decisions that add more events.
  static void stop(Draft draft, RunOutcome.Cancelled outcome, Text partial) {
    for (var site : sites(draft)) {
      ToolCallDecisions.settle(draft, site, ToolOutcome.Cancelled.by(outcome.by()));
    }
    interrupt(draft, partial);
    end(draft, outcome);
  }

  /// Ends the run and the queued prompts: all of them continue in the successor.
  static Decision handedOff(Draft draft, HandOff to) {
    for (var site : sites(draft)) {
      ToolCallDecisions.settle(
          draft, site, new ToolOutcome.Cancelled("the conversation was handed on first"));
    }
    BudgetRules.warn(draft);
    interrupt(draft, Text.EMPTY);
    draft.add(new Event.SessionHandedOff(to, draft.state().profile().agent()));
    for (var queued : draft.state().backlog().queue()) {
      var there = HandOff.continuationRun(queued.run());
      var outcome = new RunOutcome.HandedOff(to.successor(), there, queued.prompt().text());
      draft.add(new Event.RunFinished(queued.run(), outcome, Usage.NONE));
    }
    return finish(draft, new RunOutcome.HandedOff(to.successor(), to.run(), to.prompt()));
  }

  static Decision recovered(Draft draft, Input.Recovered input) {
    DirectCallDecisions.recover(draft, input);
    var running = (Running) draft.state().phase();
    var lost = lost(running);
    if (lost.isEmpty()) {
      return draft.isEmpty()
          ? new Decision.Ignore(
              Decision.Why.NOTHING_TO_DO, "nothing was under way: the run waits for a person")
          : proceed(draft);
    }
    var before = sites(draft);
    draft.add(new Event.RunRecovered(running.frame().run(), input.by(), lost, input.cause()));
    if (input.mode() == RecoveryCourse.CLOSE) {
      PromptDecisions.cancelQueued(
          draft, _ -> true, new RunOutcome.Failed(RunProblems.interrupted(), Text.EMPTY));
    }
    return switch (input.mode()) {
      case DRIVE_ON -> {
        for (var site : before) {
          ToolCallDecisions.recover(draft, site, input.cause());
        }
        yield isCrashLoop(draft)
            ? fail(draft, RunProblems.crashLoop(running.frame().limits()))
            : proceed(draft);
      }
      case CLOSE -> {
        for (var site : sites(draft)) {
          ToolCallDecisions.settle(draft, site, ToolCallDecisions.whenClosed(site.call()));
        }
        yield fail(draft, RunProblems.interrupted());
      }
    };
  }

  /// A model call, or a check, that crashes its process every time is not repeated for ever.
  private static boolean isCrashLoop(Draft draft) {
    return switch (draft.state().phase()) {
      case Thinking thinking -> thinking.frame().isCrashLoop();
      case Verifying verifying -> verifying.frame().isCrashLoop();
      case Acting _, SessionPhase.Idle _, SessionPhase.Unopened _ -> false;
    };
  }

  private static List<EffectId> lost(Running running) {
    return switch (running) {
      case Thinking thinking -> List.of(thinking.effect());
      case Verifying verifying -> List.of(verifying.effect());
      case Acting(_, var calls) ->
          calls.stream().filter(OpenCall::isRunning).map(OpenCall::effect).toList();
    };
  }

  static Decision fail(Draft draft, Failure failure) {
    var running = (Running) draft.state().phase();
    if (running instanceof Verifying verifying) {
      return finish(draft, new RunOutcome.Failed(failure, verifying.answer().text()));
    }
    if (running.frame().hasToolStarted()) {
      interrupt(draft, Text.EMPTY);
    }
    return finish(draft, new RunOutcome.Failed(failure, Text.EMPTY));
  }

  /// Closes the model's part of the conversation, so that the next prompt follows a reply. While
  /// the checks are carried out, the reply is there.
  private static void interrupt(Draft draft, Text partial) {
    if (draft.state().phase() instanceof Thinking thinking) {
      draft.add(new Event.ReplyInterrupted(thinking.frame().run(), thinking.effect(), partial));
    }
  }

  static Decision finish(Draft draft, RunOutcome outcome) {
    end(draft, outcome);
    return draft.commit();
  }

  private static void end(Draft draft, RunOutcome outcome) {
    var frame = ((Running) draft.state().phase()).frame();
    draft.add(new Event.RunFinished(frame.run(), outcome, frame.used()));
    PromptDecisions.acceptNext(draft);
  }
}
