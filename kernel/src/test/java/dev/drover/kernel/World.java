package dev.drover.kernel;

import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.Effect.AwaitAnswer;
import dev.drover.kernel.Effect.AwaitCompletion;
import dev.drover.kernel.Effect.CallModel;
import dev.drover.kernel.Effect.CallTool;
import dev.drover.kernel.Effect.ProbeTool;
import dev.drover.kernel.Input.Finding;
import dev.drover.kernel.ModelReply.StopReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A world that always does the same: what the model says, what a tool does and what a person
/// answers depend on the seed and on the effect's name, on nothing else. It outlives the processes
/// that ask it, and remembers what was really done.
final class World {
  /// How much of what a crash loses can be had again.
  enum Temper {
    /// Every lost call can be repeated, or its tool knows whether it happened.
    KIND,
    /// Some lost calls stay in doubt.
    CRUEL
  }

  private static final int PROMPTS = 2;

  private final long seed;
  private final Temper temper;
  private final Map<EffectId, Integer> done = new HashMap<>();
  private final Map<EffectId, Integer> reruns = new HashMap<>();

  World(long seed, Temper temper) {
    this.seed = seed;
    this.temper = temper;
  }

  private Dice dice(long salt) {
    return new Dice(seed * 1_000_003 + salt);
  }

  /// What people send, in order. Each waits until the one before has been dealt with.
  List<Input> prompts() {
    var prompts = new ArrayList<Input>();
    prompts.add(new Input.Opened(Samples.SESSION, "clerk", "/work", Samples.RECIPE));
    for (int n = 1; n <= PROMPTS; n++) {
      var dice = dice(-n);
      var limits =
          new Limits(
              dice.between(1, 4),
              dice.chance(80) ? Limits.NO_TOKEN_LIMIT : dice.between(20, 200),
              temper == Temper.KIND ? 3 : dice.between(1, 3));
      prompts.add(
          new Input.Prompted(
              new RunId("run-" + n), dice.prompt(), Samples.RECIPE, limits, WhenBusy.REFUSE));
    }
    return prompts;
  }

  /// Which of several things comes first: an order of names, so a crash does not change it.
  Effect first(List<Effect> due) {
    return due.stream()
        .min(Comparator.comparingLong(effect -> dice(effect.id().ordinal()).seed()))
        .orElseThrow();
  }

  Input answer(Effect effect) {
    return switch (effect) {
      case CallModel call -> reply(call);
      case CallTool call -> {
        perform(call);
        yield dice(-call.id().ordinal()).chance(20)
            ? new Input.ToolDeferred(call.id(), Deferred.untilCompleted(), List.of())
            : new Input.ToolAnswered(call.id(), outcome(call.id()));
      }
      case AwaitCompletion away ->
          new Input.CompletionGiven(away.id(), outcome(away.id()), List.of(), "worker");
      case ProbeTool probe -> new Input.ToolProbed(probe.id(), find(probe.id()));
      case AwaitAnswer asked -> decide(asked);
    };
  }

  /// The call happens; whether anybody hears of it is another matter.
  void perform(CallTool call) {
    done.merge(call.id(), 1, Integer::sum);
  }

  /// How often a call really happened.
  int timesDone(EffectId effect) {
    return done.getOrDefault(effect, 0);
  }

  /// How often a person has said that a lost call is to be run again.
  int timesRunAgainByPeople(EffectId effect) {
    return reruns.getOrDefault(effect, 0);
  }

  private ToolOutcome outcome(EffectId effect) {
    return dice(effect.ordinal()).outcome();
  }

  private Input reply(CallModel call) {
    var dice = dice(call.id().ordinal());
    int breaks = dice.chance(80) ? 0 : dice.between(1, 2);
    if (call.attempt() <= breaks) {
      boolean givesUp = call.attempt() == 2;
      return new Input.ModelBroke(
          call.id(),
          call.attempt(),
          dice.failure(),
          givesUp ? null : Samples.LATER,
          dice.fallback());
    }
    var calls = new ArrayList<JudgedCall>();
    var pace = dice.chance(60) ? Pace.PARALLEL : Pace.IN_ORDER;
    for (int n = dice.chance(30) ? 0 : dice.between(1, dice.chance(80) ? 4 : 11); n > 0; n--) {
      var wanted = new ToolCall("call-" + n, "tool", dice.text());
      calls.add(new JudgedCall(wanted, terms(dice, pace), dice.verdict()));
    }
    var blocks = new ArrayList<Block>();
    blocks.add(new Block.Prose(dice.text()));
    calls.forEach(judged -> blocks.add(new Block.Call(judged.call())));
    return new Input.ModelAnswered(
        call.id(), call.attempt(), new ModelReply(blocks, StopReason.DONE, dice.usage()), calls);
  }

  private CallTerms terms(Dice dice, Pace pace) {
    return switch (temper) {
      case CRUEL -> dice.terms(pace);
      case KIND ->
          switch (dice.between(0, 2)) {
            case 0 -> new CallTerms(EffectClass.PURE, AfterCrash.RUN_AGAIN, pace);
            case 1 -> new CallTerms(EffectClass.IDEMPOTENT, AfterCrash.RUN_AGAIN, pace);
            default -> new CallTerms(EffectClass.UNSAFE, AfterCrash.PROBE, pace);
          };
    };
  }

  /// A probe tells the truth, or that it cannot tell.
  private Finding find(EffectId effect) {
    if (temper == Temper.CRUEL && dice(effect.ordinal()).chance(30)) {
      return new Finding.CannotTell("no trace");
    }
    return done.containsKey(effect)
        ? new Finding.Happened(outcome(effect))
        : new Finding.DidNotHappen();
  }

  private Input decide(AwaitAnswer asked) {
    var answer = dice(asked.id().ordinal()).answer();
    if (asked.attempt() > 1 && answer instanceof Answer.Yes) {
      reruns.merge(asked.id(), 1, Integer::sum);
    }
    return new Input.ApprovalGiven(asked.id(), answer, "ann");
  }
}
