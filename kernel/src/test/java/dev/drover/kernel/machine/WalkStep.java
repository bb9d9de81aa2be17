package dev.drover.kernel.machine;

import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.OneShotRecord;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.WhenBusy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One choice of a generated walk. It becomes an input only in a given state, so a walk with some
/// of its steps removed is a walk as well.
record WalkStep(Kind kind, long seed, Duration tick) {
  enum Kind {
    OPEN(2),
    PROMPT(8),
    /// The host calls a tool directly.
    DIRECT(5),
    /// A due effect gets its answer.
    ANSWER(55),
    /// An answer that may belong to nothing: late, early, repeated, or for another effect.
    STRAY(10),
    CANCEL(3),
    CLOSE(1),
    CLEAR(1),
    COMPACT(2),
    /// The session gets other budgets.
    BUDGET(1),
    /// A piece of work was checked.
    VERIFY(1),
    /// A hook has denied a prompt.
    DENY(1),
    UNDO(1),
    /// The model is to see another outcome.
    EDIT(1),
    /// The walk continues in a fork.
    FORK(1),
    /// The process dies and another one takes over.
    CRASH(8);

    private final int percent;

    Kind(int percent) {
      this.percent = percent;
    }
  }

  static List<WalkStep> walk(long seed) {
    var dice = new RandomKernelValues(seed);
    var steps = new ArrayList<WalkStep>();
    for (int left = dice.between(10, 70); left > 0; left--) {
      steps.add(new WalkStep(kind(dice.between(0, 99)), dice.seed(), dice.tick()));
    }
    return steps;
  }

  private static Kind kind(int percent) {
    int reached = 0;
    for (var kind : Kind.values()) {
      reached += kind.percent;
      if (percent < reached) {
        return kind;
      }
    }
    throw new IllegalStateException("the kinds have less than a hundred percent");
  }

  /// The input that this choice becomes in this state.
  Input input(SessionState state, Instant now) {
    var dice = new RandomKernelValues(seed);
    return switch (kind) {
      case OPEN -> open(dice);
      case PROMPT -> prompted(state, dice);
      case DIRECT -> called(state, dice);
      case ANSWER -> wanted(state, now, dice);
      case STRAY -> stray(state, now, dice);
      case CANCEL -> cancel(state, dice);
      case CLOSE -> new Input.CloseRequested("close", "enough", dice.text());
      case CLEAR -> new Input.ClearRequested(dice.person());
      case COMPACT -> compacted(state, dice);
      case BUDGET -> new Input.BudgetsGiven(dice.budgets(), dice.person());
      case VERIFY ->
          dice.chance(50)
              ? new Input.VerificationGiven(dice.report())
              : new Input.OneShotGiven(
                  new OneShotRecord("title", "test/small", SampleValues.COST, dice.budgets()));
      case DENY -> new Input.DenialGiven(dice.denial());
      case UNDO -> new Input.UndoRequested(new RunId("run-1"), dice.person(), List.of("f1"));
      case EDIT ->
          new Input.EditRequested(
              new EffectId(dice.between(1, (int) state.position().effects() + 1)),
              dice.outcome(),
              dice.person());
      case FORK -> forked(state, dice);
      case CRASH ->
          new Input.Recovered(
              "host", dice.chance(85) ? Input.RecoveryCourse.DRIVE_ON : Input.RecoveryCourse.CLOSE);
    };
  }

  private static Input compacted(SessionState state, RandomKernelValues dice) {
    return dice.chance(40)
        ? new Input.CompactRequested(dice.person(), dice.between(1, 3))
        : new Input.CompactionGiven(
            state.position().nextEffect(), dice.compactionOutcome(state.conversation()));
  }

  private static Input open(RandomKernelValues dice) {
    return new Input.Opened(SampleValues.SESSION, "clerk", "/work", dice.recipe());
  }

  private static Input forked(SessionState state, RandomKernelValues dice) {
    var fork = new SessionId("fork-" + (state.position().seq() + 1));
    return new Input.Forked(fork, SampleValues.SESSION, "clerk", "/work", dice.person());
  }

  private static Input prompted(SessionState state, RandomKernelValues dice) {
    if (state.records().chain().successor() != null && dice.chance(70)) {
      // The conversation was handed off: only a fork continues.
      return forked(state, dice);
    }
    var run = new RunId("run-" + (state.position().seq() + 1));
    return new Input.Prompted(
        run, dice.prompt(), dice.recipe(), dice.limits(), dice.pick(List.of(WhenBusy.values())));
  }

  private static Input called(SessionState state, RandomKernelValues dice) {
    var run = new RunId("direct-" + (state.position().effects() + 1));
    var reply = dice.reply();
    var judged = dice.judged(reply);
    return judged.isEmpty()
        ? new Input.DirectCalled(
            run,
            dice.person(),
            new JudgedCall(SampleValues.call(1), SampleValues.together(), SampleValues.ALLOW))
        : new Input.DirectCalled(run, dice.person(), judged.getFirst());
  }

  private static Input wanted(SessionState state, Instant now, RandomKernelValues dice) {
    if (state.phase() instanceof SessionPhase.Unopened) {
      return open(dice);
    }
    var due = state.due();
    return due.isEmpty() ? prompted(state, dice) : answer(state, dice.pick(due), now, dice);
  }

  private static Input answer(
      SessionState state, Effect effect, Instant now, RandomKernelValues dice) {
    return switch (effect) {
      case Effect.CallModel(_, var id, var attempt, _, _, _) when dice.chance(10) ->
          new Input.ModelPostponed(id, attempt, dice.compactionOutcome(state.conversation()));
      case Effect.CallModel(_, var id, var attempt, _, _, _) ->
          dice.chance(85)
              ? replied(id, attempt, dice)
              : broke(id, attempt, dice.chance(70) ? now.plusSeconds(2) : null, dice);
      case Effect.RunChecks checks ->
          new Input.ChecksEnded(checks.id(), dice.report(), "unit failed");
      case Effect.CallTool call when dice.chance(3) ->
          new Input.HandedOff(
              call.id(),
              new HandOff(
                  new SessionId("next-" + call.id()),
                  new RunId("next-" + call.id()),
                  "billing",
                  "/work",
                  dice.text()));
      case Effect.CallTool call when dice.chance(15) ->
          new Input.ToolAsked(call.id(), dice.question(), dice.answerers());
      case Effect.CallTool call when dice.chance(15) ->
          new Input.ToolDeferred(call.id(), dice.deferred(), dice.labels());
      case Effect.CallTool call ->
          dice.chance(80)
              ? new Input.ToolAnswered(call.id(), dice.outcome(), dice.labels(), dice.marks())
              : told(call, dice);
      case Effect.ProbeTool probe -> new Input.ToolProbed(probe.id(), dice.finding());
      case Effect.AwaitDeferredCall away ->
          dice.chance(80) ? completed(away.id(), dice) : new Input.DeferredCallExpired(away.id());
      case Effect.AskForNews ask -> new Input.DeferredNewsGiven(ask.id(), dice.news());
      case Effect.AwaitAnswer asked when SampleValues.round(state, asked) > 0 ->
          dice.chance(80)
              ? new Input.AnswerGiven(
                  asked.id(),
                  SampleValues.round(state, asked),
                  dice.questionAnswer(),
                  dice.person())
              : new Input.ApprovalExpired(asked.id());
      case Effect.AwaitAnswer asked ->
          dice.chance(80)
              ? new Input.ApprovalGiven(asked.id(), dice.answer(), dice.person())
              : new Input.ApprovalExpired(asked.id());
    };
  }

  private static Input completed(EffectId id, RandomKernelValues dice) {
    return new Input.DeferredCallCompleted(id, dice.outcome(), dice.labels(), dice.person());
  }

  private static Input told(Effect.CallTool call, RandomKernelValues dice) {
    return switch (dice.between(0, 3)) {
      case 3 -> announced(call, dice);
      case 0 -> new Input.FilesAnnounced(call.id(), dice.changes());
      case 1 -> new Input.WorkspaceCaptured(call.id(), dice.blob());
      default -> new Input.FilesFound(call.run(), call.id(), dice.changes());
    };
  }

  private static Input announced(Effect.CallTool call, RandomKernelValues dice) {
    return new Input.TaskAnnounced(
        call.id(),
        new SessionId("child-" + call.id()),
        "clerk/explore",
        dice.pick(List.of(TaskMode.values())),
        SampleValues.LIMITS);
  }

  private static Input finished(SessionState state, RandomKernelValues dice) {
    var going = state.records().tasks();
    var child =
        going.isEmpty() || dice.chance(10) ? new SessionId("nobody") : dice.pick(going).child();
    var end =
        new TaskOutcome(
            dice.pick(List.of(TaskStatus.values())), dice.text(), dice.usage(), Text.of("over"));
    return new Input.TaskFinished(child, end);
  }

  private static Input replied(EffectId id, int attempt, RandomKernelValues dice) {
    var reply = dice.reply();
    return new Input.ModelAnswered(id, attempt, reply, dice.judged(reply), dice.fit());
  }

  private static Input broke(
      EffectId id, int attempt, @Nullable Instant retryAt, RandomKernelValues dice) {
    return new Input.ModelCallFailed(id, attempt, dice.failure(), retryAt, dice.fallback());
  }

  private static Input stray(SessionState state, Instant now, RandomKernelValues dice) {
    var id = new EffectId(dice.between(1, (int) state.position().effects() + 2));
    int attempt = dice.between(1, 3);
    return switch (dice.between(0, 18)) {
      case 16 -> new Input.ToolAsked(id, dice.question(), dice.answerers());
      case 17 ->
          new Input.AnswerGiven(id, dice.between(1, 2), dice.questionAnswer(), dice.person());
      case 18 -> new Input.DeferredNewsGiven(id, dice.news());
      case 14 ->
          new Input.ModelPostponed(id, attempt, dice.compactionOutcome(state.conversation()));
      case 13 -> finished(state, dice);
      case 0 -> replied(id, attempt, dice);
      case 1 -> broke(id, attempt, dice.chance(50) ? now.plusSeconds(2) : null, dice);
      case 2 -> new Input.ToolAnswered(id, dice.outcome(), dice.labels());
      case 4 -> new Input.FilesAnnounced(id, dice.changes());
      case 5 -> new Input.ApprovalExpired(id);
      case 6 -> new Input.WorkspaceCaptured(id, dice.blob());
      case 7 -> new Input.FilesFound(new RunId("run-1"), id, dice.changes());
      case 11 ->
          new Input.AccountLimitReached(
              state.running().map(RunState::run).orElse(new RunId("run-1")),
              new BudgetScope.OfAccount("acme"),
              BudgetMeasure.TOKENS,
              100,
              120);
      case 3 -> new Input.ToolProbed(id, dice.finding());
      case 8 -> new Input.ToolDeferred(id, dice.deferred(), dice.labels());
      case 9 -> completed(id, dice);
      case 10 -> new Input.DeferredCallExpired(id);
      case 12 -> new Input.CallCancelled(id, dice.person());
      default -> new Input.ApprovalGiven(id, dice.answer(), dice.person());
    };
  }

  private static Input cancel(SessionState state, RandomKernelValues dice) {
    var known = new ArrayList<RunId>();
    known.add(new RunId("run-3"));
    state.running().ifPresent(frame -> known.add(frame.run()));
    state.direct().forEach(call -> known.add(call.run()));
    state.backlog().queue().forEach(queued -> known.add(queued.run()));
    return new Input.CancelRequested(
        dice.chance(30) ? null : dice.pick(known), dice.person(), "enough", dice.text());
  }
}
