package dev.drover.kernel;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One choice of a generated walk. It becomes an input only when it meets a state, so what is left
/// of a walk when steps are taken out of it is a walk as well.
record Step(Kind kind, long seed, Duration tick) {
  enum Kind {
    OPEN(2),
    PROMPT(8),
    /// The host calls a tool itself.
    DIRECT(5),
    /// Something that is due gets its answer.
    ANSWER(55),
    /// An answer comes that may belong to nothing: late, early, twice, or to another effect.
    STRAY(10),
    CANCEL(3),
    CLOSE(1),
    CLEAR(1),
    COMPACT(2),
    /// The session gets other budgets.
    BUDGET(1),
    /// Somebody has checked the work.
    VERIFY(1),
    /// A hook has not let a prompt in.
    DENY(1),
    UNDO(1),
    /// The model is to see another outcome.
    EDIT(1),
    /// The walk goes on in a fork.
    FORK(1),
    /// The process dies and another one takes over.
    CRASH(8);

    private final int percent;

    Kind(int percent) {
      this.percent = percent;
    }
  }

  static List<Step> walk(long seed) {
    var dice = new Dice(seed);
    var steps = new ArrayList<Step>();
    for (int left = dice.between(10, 70); left > 0; left--) {
      steps.add(new Step(kind(dice.between(0, 99)), dice.seed(), dice.tick()));
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

  /// What this choice comes to in a session that stands there.
  Input input(SessionState state, Instant now) {
    var dice = new Dice(seed);
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
                  new OneShot("title", "test/small", Samples.COST, dice.budgets()));
      case DENY -> new Input.DenialGiven(dice.denial());
      case UNDO -> new Input.UndoRequested(new RunId("run-1"), dice.person(), List.of("f1"));
      case EDIT ->
          new Input.EditRequested(
              new EffectId(dice.between(1, (int) state.position().effects() + 1)),
              dice.outcome(),
              dice.person());
      case FORK -> forked(state, dice);
      case CRASH ->
          new Input.Recovered("host", dice.chance(85) ? Input.Course.DRIVE_ON : Input.Course.CLOSE);
    };
  }

  private static Input compacted(SessionState state, Dice dice) {
    return dice.chance(40)
        ? new Input.CompactRequested(dice.person(), dice.between(1, 3))
        : new Input.CompactionGiven(
            state.position().nextEffect(), dice.shortening(state.conversation()));
  }

  private static Input open(Dice dice) {
    return new Input.Opened(Samples.SESSION, "clerk", "/work", dice.recipe());
  }

  private static Input forked(SessionState state, Dice dice) {
    var fork = new SessionId("fork-" + (state.position().seq() + 1));
    return new Input.Forked(fork, Samples.SESSION, "clerk", "/work", dice.person());
  }

  private static Input prompted(SessionState state, Dice dice) {
    if (state.annals().chain().next() != null && dice.chance(70)) {
      // The conversation is elsewhere: only a fork goes on.
      return forked(state, dice);
    }
    var run = new RunId("run-" + (state.position().seq() + 1));
    return new Input.Prompted(
        run, dice.prompt(), dice.recipe(), dice.limits(), dice.pick(List.of(WhenBusy.values())));
  }

  private static Input called(SessionState state, Dice dice) {
    var run = new RunId("direct-" + (state.position().effects() + 1));
    var reply = dice.reply();
    var judged = dice.judged(reply);
    return judged.isEmpty()
        ? new Input.DirectCalled(
            run, dice.person(), new JudgedCall(Samples.call(1), Samples.together(), Samples.ALLOW))
        : new Input.DirectCalled(run, dice.person(), judged.getFirst());
  }

  private static Input wanted(SessionState state, Instant now, Dice dice) {
    if (state.phase() instanceof Phase.Unopened) {
      return open(dice);
    }
    var due = state.due();
    return due.isEmpty() ? prompted(state, dice) : answer(state, dice.pick(due), now, dice);
  }

  private static Input answer(SessionState state, Effect effect, Instant now, Dice dice) {
    return switch (effect) {
      case Effect.CallModel(_, var id, var attempt, _, _, _) when dice.chance(10) ->
          new Input.ModelPostponed(id, attempt, dice.shortening(state.conversation()));
      case Effect.CallModel(_, var id, var attempt, _, _, _) ->
          dice.chance(85)
              ? replied(id, attempt, dice)
              : broke(id, attempt, dice.chance(70) ? now.plusSeconds(2) : null, dice);
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
          new Input.ToolDeferred(call.id(), dice.deferred(), dice.labels());
      case Effect.CallTool call ->
          dice.chance(80)
              ? new Input.ToolAnswered(call.id(), dice.outcome(), dice.labels(), dice.marks())
              : told(call, dice);
      case Effect.ProbeTool probe -> new Input.ToolProbed(probe.id(), dice.finding());
      case Effect.AwaitCompletion away ->
          dice.chance(80) ? completed(away.id(), dice) : new Input.CompletionOverdue(away.id());
      case Effect.AwaitAnswer asked ->
          dice.chance(80)
              ? new Input.ApprovalGiven(asked.id(), dice.answer(), dice.person())
              : new Input.ApprovalExpired(asked.id());
    };
  }

  private static Input completed(EffectId id, Dice dice) {
    return new Input.CompletionGiven(id, dice.outcome(), dice.labels(), dice.person());
  }

  private static Input told(Effect.CallTool call, Dice dice) {
    return switch (dice.between(0, 3)) {
      case 3 -> announced(call, dice);
      case 0 -> new Input.FilesAnnounced(call.id(), dice.changes());
      case 1 -> new Input.WorkspaceLooked(call.id(), dice.blob());
      default -> new Input.FilesFound(call.run(), call.id(), dice.changes());
    };
  }

  private static Input announced(Effect.CallTool call, Dice dice) {
    return new Input.TaskAnnounced(
        call.id(),
        new SessionId("child-" + call.id()),
        "clerk/explore",
        dice.pick(List.of(TaskMode.values())),
        Samples.LIMITS);
  }

  private static Input finished(SessionState state, Dice dice) {
    var going = state.annals().tasks();
    var child =
        going.isEmpty() || dice.chance(10) ? new SessionId("nobody") : dice.pick(going).child();
    var end =
        new TaskEnd(
            dice.pick(List.of(TaskStatus.values())), dice.text(), dice.usage(), Text.of("over"));
    return new Input.TaskFinished(child, end);
  }

  private static Input replied(EffectId id, int attempt, Dice dice) {
    var reply = dice.reply();
    return new Input.ModelAnswered(id, attempt, reply, dice.judged(reply), dice.fit());
  }

  private static Input broke(EffectId id, int attempt, @Nullable Instant retryAt, Dice dice) {
    return new Input.ModelBroke(id, attempt, dice.failure(), retryAt, dice.fallback());
  }

  private static Input stray(SessionState state, Instant now, Dice dice) {
    var id = new EffectId(dice.between(1, (int) state.position().effects() + 2));
    int attempt = dice.between(1, 3);
    return switch (dice.between(0, 15)) {
      case 14 -> new Input.ModelPostponed(id, attempt, dice.shortening(state.conversation()));
      case 13 -> finished(state, dice);
      case 0 -> replied(id, attempt, dice);
      case 1 -> broke(id, attempt, dice.chance(50) ? now.plusSeconds(2) : null, dice);
      case 2 -> new Input.ToolAnswered(id, dice.outcome(), dice.labels());
      case 4 -> new Input.FilesAnnounced(id, dice.changes());
      case 5 -> new Input.ApprovalExpired(id);
      case 6 -> new Input.WorkspaceLooked(id, dice.blob());
      case 7 -> new Input.FilesFound(new RunId("run-1"), id, dice.changes());
      case 11 ->
          new Input.AccountReached(
              state.running().map(RunFrame::run).orElse(new RunId("run-1")),
              new Payer.OfAccount("acme"),
              Measure.TOKENS,
              100,
              120);
      case 3 -> new Input.ToolProbed(id, dice.finding());
      case 8 -> new Input.ToolDeferred(id, dice.deferred(), dice.labels());
      case 9 -> completed(id, dice);
      case 10 -> new Input.CompletionOverdue(id);
      case 12 -> new Input.CallCancelled(id, dice.person());
      default -> new Input.ApprovalGiven(id, dice.answer(), dice.person());
    };
  }

  private static Input cancel(SessionState state, Dice dice) {
    var known = new ArrayList<RunId>();
    known.add(new RunId("run-3"));
    state.running().ifPresent(frame -> known.add(frame.run()));
    state.direct().forEach(call -> known.add(call.run()));
    state.backlog().queue().forEach(queued -> known.add(queued.run()));
    return new Input.CancelRequested(
        dice.chance(30) ? null : dice.pick(known), dice.person(), "enough", dice.text());
  }
}
