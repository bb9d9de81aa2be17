package dev.drover.kernel;

import dev.drover.kernel.Input.Course;
import dev.drover.kernel.Phase.Acting;
import dev.drover.kernel.Phase.Running;
import dev.drover.kernel.Phase.Thinking;
import java.util.ArrayList;
import java.util.List;

/// The decisions that move a run from turn to turn, and those that end it.
final class Turns {
  private Turns() {}

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
      Calls.open(draft, site);
    }
    return proceed(draft);
  }

  private static Decision answered(Draft draft, RunFrame frame, Input.ModelAnswered answered) {
    if (answered.fit() instanceof Fit.Misfit(var complaint) && mayRepair(draft, frame, answered)) {
      return proceed(
          draft.add(new Event.AnswerRejected(frame.run(), answered.effect(), complaint)));
    }
    Budgeting.warn(draft);
    return finish(draft, outcome(draft, frame, answered));
  }

  private static boolean mayRepair(Draft draft, RunFrame frame, Input.ModelAnswered answered) {
    return frame.brief().answer() instanceof AnswerType.Json json
        && frame.vigil().repairs() < json.repairs()
        && answered.reply().stop() != ModelReply.StopReason.REFUSED
        && !draft.state().isLastCall(frame);
  }

  private static RunOutcome outcome(Draft draft, RunFrame frame, Input.ModelAnswered answered) {
    var reply = answered.reply();
    if (reply.stop() == ModelReply.StopReason.REFUSED) {
      return new RunOutcome.Failed(RunProblems.modelRefused(), reply.answer());
    }
    if (draft.state().isLastCall(frame) && !(answered.fit() instanceof Fit.NotKept)) {
      return new RunOutcome.Failed(spent(draft, frame), reply.answer());
    }
    return switch (answered.fit()) {
      case Fit.Free _ -> new RunOutcome.Completed(reply.answer(), null, answered.ending());
      case Fit.Fits(var value) ->
          new RunOutcome.Completed(reply.answer(), value, answered.ending());
      case Fit.Misfit(var complaint) ->
          new RunOutcome.Failed(RunProblems.answerMisfit(complaint), reply.answer());
      case Fit.NotKept(var why) -> new RunOutcome.Failed(why, reply.answer());
    };
  }

  /// Why the call that was made is the last one.
  private static Failure spent(Draft draft, RunFrame frame) {
    return frame.isSpent()
        ? frame.spent()
        : RunProblems.budgetExhausted(draft.state().totals().spending().halt());
  }

  private static List<PlannedCall> plan(
      SessionState state, RunFrame frame, List<JudgedCall> judged) {
    var planned = new ArrayList<PlannedCall>(judged.size());
    long ordinal = state.position().effects();
    for (var call : judged) {
      var verdict =
          state.isLastCall(frame) ? new Verdict.Reject(notOffered(frame)) : call.verdict();
      planned.add(call.named(EffectId.of(++ordinal), verdict));
    }
    return planned;
  }

  private static String notOffered(RunFrame frame) {
    if (!frame.isSpent()) {
      return "the budget is used up; no tools were offered";
    }
    return frame.vigil().isCaught()
        ? "the run goes round in circles; no tools were offered"
        : "the run is out of turns; no tools were offered";
  }

  static Decision broke(Draft draft, Thinking thinking, Input.ModelBroke broke) {
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

  /// Ends the decision: starts what may start, and stops the run where a limit says so.
  static Decision proceed(Draft draft) {
    startReady(draft);
    Budgeting.warn(draft);
    if (!(draft.state().phase() instanceof Thinking(var frame, _, _, _, _))) {
      return draft.commit();
    }
    if (frame.isPastItsEnd()) {
      return fail(draft, frame.spent());
    }
    if (frame.isOutOfTokens()) {
      return fail(draft, RunProblems.budgetExhausted(frame.limits(), frame.used()));
    }
    var exhausted = Budgeting.exhausted(draft);
    return exhausted == null ? draft.commit() : fail(draft, exhausted);
  }

  private static void startReady(Draft draft) {
    if (!draft.state().direct().isEmpty()) {
      for (var direct : draft.state().direct()) {
        if (direct.open().stage() instanceof OpenCall.Stage.Ready) {
          Calls.startIfPaid(draft, direct.site());
        }
      }
    }
    boolean again = true;
    while (again && draft.state().phase() instanceof Acting acting) {
      again = false;
      for (var call : acting.startable()) {
        // One that is refused makes room for another.
        again |= !Calls.startIfPaid(draft, acting.site(call));
      }
    }
  }

  /// The calls of the turn that are not settled.
  private static List<CallSite> sites(Draft draft) {
    return draft.state().phase() instanceof Acting acting ? acting.sites() : List.of();
  }

  static Decision cancelled(Draft draft, RunOutcome.Cancelled outcome, Text partial) {
    stop(draft, outcome, partial);
    return draft.commit();
  }

  /// The same, for whoever has more to say.
  static void stop(Draft draft, RunOutcome.Cancelled outcome, Text partial) {
    for (var site : sites(draft)) {
      Calls.settle(draft, site, ToolOutcome.Cancelled.by(outcome.by()));
    }
    interrupt(draft, partial);
    end(draft, outcome);
  }

  /// Ends the run, and the prompts that wait for their turn: all of them go on in the successor.
  static Decision handedOff(Draft draft, HandOff to) {
    for (var site : sites(draft)) {
      Calls.settle(draft, site, new ToolOutcome.Cancelled("the conversation was handed on first"));
    }
    Budgeting.warn(draft);
    interrupt(draft, Text.EMPTY);
    draft.add(new Event.SessionHandedOff(to, draft.state().profile().agent()));
    for (var queued : draft.state().backlog().queue()) {
      var there = HandOff.continuing(queued.run());
      var outcome = new RunOutcome.HandedOff(to.successor(), there, queued.prompt().text());
      draft.add(new Event.RunFinished(queued.run(), outcome, Usage.NONE));
    }
    return finish(draft, new RunOutcome.HandedOff(to.successor(), to.run(), to.words()));
  }

  static Decision recovered(Draft draft, Input.Recovered input) {
    DirectCalls.recover(draft, input);
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
    if (input.course() == Course.CLOSE) {
      Prompts.withdraw(
          draft, _ -> true, new RunOutcome.Failed(RunProblems.interrupted(), Text.EMPTY));
    }
    return switch (input.course()) {
      case DRIVE_ON -> {
        for (var site : before) {
          Calls.recover(draft, site, input.cause());
        }
        yield isHopeless(draft)
            ? fail(draft, RunProblems.crashLoop(running.frame().limits()))
            : proceed(draft);
      }
      case CLOSE -> {
        for (var site : sites(draft)) {
          Calls.settle(draft, site, Calls.whenClosed(site.call()));
        }
        yield fail(draft, RunProblems.interrupted());
      }
    };
  }

  /// A model call that takes the process down with it every time is not repeated for ever.
  private static boolean isHopeless(Draft draft) {
    return draft.state().phase() instanceof Thinking(var frame, _, _, _, _) && frame.isHopeless();
  }

  private static List<EffectId> lost(Running running) {
    return switch (running) {
      case Thinking thinking -> List.of(thinking.effect());
      case Acting(_, var calls) ->
          calls.stream().filter(OpenCall::isRunning).map(OpenCall::effect).toList();
    };
  }

  static Decision fail(Draft draft, Failure failure) {
    var frame = ((Thinking) draft.state().phase()).frame();
    if (frame.trace() == RunFrame.Trace.TOOLS_STARTED) {
      interrupt(draft, Text.EMPTY);
    }
    return finish(draft, new RunOutcome.Failed(failure, Text.EMPTY));
  }

  /// Closes the model's part of the conversation, so that the next prompt follows a reply.
  private static void interrupt(Draft draft, Text partial) {
    var thinking = (Thinking) draft.state().phase();
    draft.add(new Event.ReplyInterrupted(thinking.frame().run(), thinking.effect(), partial));
  }

  private static Decision finish(Draft draft, RunOutcome outcome) {
    end(draft, outcome);
    return draft.commit();
  }

  private static void end(Draft draft, RunOutcome outcome) {
    var frame = ((Running) draft.state().phase()).frame();
    draft.add(new Event.RunFinished(frame.run(), outcome, frame.used()));
    Prompts.acceptNext(draft);
  }
}
