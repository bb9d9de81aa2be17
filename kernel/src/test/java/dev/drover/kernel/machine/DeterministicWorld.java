package dev.drover.kernel.machine;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.machine.Effect.AskForNews;
import dev.drover.kernel.machine.Effect.AwaitAnswer;
import dev.drover.kernel.machine.Effect.AwaitDeferredCall;
import dev.drover.kernel.machine.Effect.CallModel;
import dev.drover.kernel.machine.Effect.CallTool;
import dev.drover.kernel.machine.Effect.ProbeTool;
import dev.drover.kernel.machine.Effect.RunChecks;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.WhenBusy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A deterministic world: the replies of the model, the results of tools and the answers of people
/// depend only on the seed and the effect id. It outlives the processes that use it, and records
/// the calls that really happened.
final class DeterministicWorld {
  /// How much of the work lost in a crash can be recovered.
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

  DeterministicWorld(long seed, Temper temper) {
    this.seed = seed;
    this.temper = temper;
  }

  private RandomKernelValues dice(long salt) {
    return new RandomKernelValues(seed * 1_000_003 + salt);
  }

  /// The inputs of people, in order. Each waits until the previous one has been processed.
  List<Input> prompts() {
    var prompts = new ArrayList<Input>();
    prompts.add(new Input.Opened(SampleValues.SESSION, "clerk", "/work", SampleValues.RECIPE));
    for (int n = 1; n <= PROMPTS; n++) {
      var dice = dice(-n);
      var limits =
          new RunLimits(
                  dice.between(1, 4),
                  dice.chance(80) ? RunLimits.NO_TOKEN_LIMIT : dice.between(20, 200),
                  temper == Temper.KIND ? 3 : dice.between(1, 3))
              .with(dice.checks());
      prompts.add(
          new Input.Prompted(
              new RunId("run-" + n), dice.prompt(), SampleValues.RECIPE, limits, WhenBusy.REFUSE));
    }
    return prompts;
  }

  /// Which of several effects comes first: ordered by id, so a crash does not change it.
  Effect first(List<Effect> due) {
    return due.stream()
        .min(Comparator.comparingLong(effect -> dice(effect.id().ordinal()).seed()))
        .orElseThrow();
  }

  Input answer(Effect effect) {
    return switch (effect) {
      case CallModel call -> reply(call);
      case RunChecks checks ->
          new Input.ChecksEnded(checks.id(), dice(checks.id().ordinal()).report(), "unit failed");
      case CallTool call -> {
        perform(call);
        yield dice(-call.id().ordinal()).chance(20)
            ? new Input.ToolDeferred(call.id(), deferral(call.id()), List.of())
            : new Input.ToolAnswered(call.id(), outcome(call.id()));
      }
      case AwaitDeferredCall away ->
          new Input.DeferredCallCompleted(away.id(), outcome(away.id()), List.of(), "worker");
      case AskForNews ask ->
          new Input.DeferredNewsGiven(ask.id(), new DeferredCallNews.Ended(outcome(ask.id())));
      case ProbeTool probe -> new Input.ToolProbed(probe.id(), find(probe.id()));
      case AwaitAnswer asked -> decide(asked);
    };
  }

  private ToolDeferral deferral(EffectId effect) {
    return dice(effect.ordinal()).chance(50)
        ? ToolDeferral.untilCompleted()
        : ToolDeferral.untilCompleted().asking("job-" + effect, Duration.ofSeconds(1));
  }

  /// The call happens, whether or not its outcome is recorded.
  void perform(CallTool call) {
    done.merge(call.id(), 1, Integer::sum);
  }

  /// The number of times that a call really happened.
  int timesDone(EffectId effect) {
    return done.getOrDefault(effect, 0);
  }

  /// The number of times that a person has approved repeating a lost call.
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
      return new Input.ModelCallFailed(
          call.id(),
          call.attempt(),
          dice.failure(),
          givesUp ? null : SampleValues.LATER,
          dice.fallback());
    }
    var calls = new ArrayList<JudgedCall>();
    var pace = dice.chance(60) ? Pace.PARALLEL : Pace.IN_ORDER;
    for (int n = dice.chance(30) ? 0 : dice.between(1, dice.chance(80) ? 4 : 11); n > 0; n--) {
      var wanted = new ToolCall("call-" + n, "tool", dice.text());
      calls.add(new JudgedCall(wanted, terms(dice, pace), dice.verdict()));
    }
    var blocks = new ArrayList<ContentBlock>();
    blocks.add(new ContentBlock.Prose(dice.text()));
    calls.forEach(judged -> blocks.add(new ContentBlock.Call(judged.call())));
    return new Input.ModelAnswered(
        call.id(), call.attempt(), new ModelReply(blocks, StopReason.DONE, dice.usage()), calls);
  }

  private CallTerms terms(RandomKernelValues dice, Pace pace) {
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

  /// A probe returns the truth, or that it is unknown.
  private ProbeResult find(EffectId effect) {
    if (temper == Temper.CRUEL && dice(effect.ordinal()).chance(30)) {
      return new ProbeResult.CannotTell("no trace");
    }
    return done.containsKey(effect)
        ? new ProbeResult.Happened(outcome(effect))
        : new ProbeResult.DidNotHappen();
  }

  private Input decide(AwaitAnswer asked) {
    var answer = dice(asked.id().ordinal()).answer();
    if (asked.attempt() > 1 && answer instanceof ApprovalAnswer.Yes) {
      reruns.merge(asked.id(), 1, Integer::sum);
    }
    return new Input.ApprovalGiven(asked.id(), answer, "ann");
  }
}
