package dev.drover.runtime.perform;

import dev.drover.kernel.AnswerType;
import dev.drover.kernel.Block;
import dev.drover.kernel.Effect;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Fit;
import dev.drover.kernel.Input;
import dev.drover.kernel.JudgedCall;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.Phase;
import dev.drover.kernel.Problem;
import dev.drover.kernel.RunProblems;
import dev.drover.kernel.ShorteningFailure;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.runtime.agent.Fallbacks;
import dev.drover.runtime.agent.Judge;
import dev.drover.runtime.agent.PolicyInForce;
import dev.drover.runtime.agent.Texts;
import dev.drover.runtime.foreign.ForeignCode;
import dev.drover.runtime.foreign.ForeignInterrupt;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.hooking.Scenes;
import dev.drover.runtime.problem.ForeignCodeFailed;
import dev.drover.runtime.problem.StoreFailed;
import dev.drover.runtime.quota.Admission;
import dev.drover.runtime.redact.RedactedThrowable;
import dev.drover.spi.PortException;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.secret.Redactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks the model, and judges the calls it makes.
final class ModelPerformer {
  private static final Logger LOG = LoggerFactory.getLogger(ModelPerformer.class);

  private final Texts texts;
  private final CallGate gate;
  private final PolicyInForce policies;
  private final Judge judge;
  private final Cashier cashier;
  private final Attempts attempts;
  private final Fits fits;
  private final Abridger abridger;
  private final ModelCaller models;
  private final Redactor redactor;

  ModelPerformer(
      Texts texts, PolicyInForce policies, Cashier cashier, Attempts attempts, Redactor redactor) {
    this.gate = new CallGate(texts, redactor);
    this.texts = texts;
    this.policies = policies;
    this.judge = new Judge(texts, policies);
    this.cashier = cashier;
    this.attempts = attempts;
    this.fits = new Fits(texts);
    this.abridger = new Abridger(texts, cashier, redactor);
    this.models = new ModelCaller(redactor);
    this.redactor = redactor;
  }

  Input perform(Effect.CallModel effect, Stage stage) throws InterruptedException {
    return switch (Objects.requireNonNull(stage.admission(), "a model call is admitted")) {
      case Admission.Pass pass -> attempted(effect, stage, pass);
      case Admission.Refused(var failure) ->
          attempts.broke(Attempts.lost(effect, failure), fallbacks(stage));
    };
  }

  /// A store that is away is no fault of the model: nobody else is asked instead of it.
  private Input attempted(Effect.CallModel effect, Stage stage, Admission.Pass pass)
      throws InterruptedException {
    try {
      return ask(effect, stage, pass);
    } catch (PortException broken) {
      return attempts.broke(effect, pass, StoreProblems.failure(broken.problem()));
    } catch (StoreFailed broken) {
      // What the session's writer was told could not be written.
      return attempts.broke(effect, pass, StoreProblems.failure(broken.problem()));
    }
  }

  private static Fallbacks fallbacks(Stage stage) {
    return stage.agent().conduct().fallbacks();
  }

  private Input ask(Effect.CallModel effect, Stage stage, Admission.Pass pass)
      throws InterruptedException {
    var request = request(effect, stage);
    var instead = instead(effect, stage, pass, abridger.before(effect, stage, request));
    if (instead != null) {
      return instead;
    }
    var unpaid = unpaid(effect, stage, request);
    if (unpaid != null) {
      return Attempts.lost(effect, unpaid);
    }
    announce(effect, stage);
    var heard = new Heard(stage.deltas());
    try {
      var reply = models.call(stage.agent().model(), request, heard);
      attempts.answered(pass);
      return answered(effect, stage, reply);
    } catch (ModelException broken) {
      var shorter =
          heard.nothing && isOverflow(broken.failure())
              ? instead(effect, stage, pass, abridger.overflowed(effect, stage, request))
              : null;
      return shorter == null ? broke(effect, stage, pass, broken.failure()) : shorter;
    }
  }

  /// From here on there is something to pay for, whatever becomes of the reply.
  private Input answered(Effect.CallModel effect, Stage stage, ModelReply reply) {
    try {
      return new Input.ModelAnswered(
          effect.id(),
          effect.attempt(),
          settled(reply),
          judged(effect, stage, reply),
          fits.of(reply, wanted(stage)));
    } catch (PortException | StoreFailed away) {
      throw away;
    } catch (Throwable broken) {
      LOG.error("a reply in run {} broke", effect.run(), RedactedThrowable.of(broken, redactor));
      return notKept(effect.id(), effect.attempt(), reply, broken);
    }
  }

  /// The answer for a reply that came and cannot be worked on.
  static Input notKept(EffectId effect, int attempt, ModelReply reply, Throwable why) {
    return new Input.ModelAnswered(
        effect,
        attempt,
        new ModelReply(List.of(), ModelReply.StopReason.DONE, reply.usage()),
        List.of(),
        new Fit.NotKept(
            why instanceof ForeignCodeFailed foreign
                ? Failure.lasting(foreign.problem())
                : RunProblems.replyNotKept(why.getClass().getSimpleName())));
  }

  /// @return why the model is not asked; null if it is
  private @Nullable Failure unpaid(Effect.CallModel effect, Stage stage, ModelRequest request)
      throws InterruptedException {
    return cashier.forPresent(stage, () -> cashier.forModel(effect, stage, request));
  }

  private Input broke(Effect.CallModel effect, Stage stage, Admission.Pass pass, Failure failure) {
    return attempts.broke(attempts.broke(effect, pass, failure), fallbacks(stage));
  }

  private static boolean isOverflow(Failure failure) {
    return failure.problem().code().equals(RunProblems.CONTEXT_OVERFLOW);
  }

  /// What is said instead of asking the model as it was to be asked; null if nothing is.
  private @Nullable Input instead(
      Effect.CallModel effect, Stage stage, Admission.Pass pass, Abridger.Abridged abridged) {
    return switch (abridged) {
      case Abridger.Abridged.AsItIs _ -> null;
      case Abridger.Abridged.Done done -> {
        answered(pass, done);
        yield new Input.ModelPostponed(effect.id(), effect.attempt(), done.outcome());
      }
      case Abridger.Abridged.Broke(var failure) -> broke(effect, stage, pass, failure);
    };
  }

  private void answered(Admission.Pass pass, Abridger.Abridged.Done done) {
    if (done.isAnswered()) {
      attempts.answered(pass);
    }
  }

  /// Somebody wants the conversation to be shorter, and no run is going.
  ///
  /// @param own the model that is to see less; it need not be the one that sums up
  /// @return null if there is nothing to do
  @Nullable Input abridge(Effect.CallModel effect, Stage stage, Model own, String by, String focus)
      throws InterruptedException {
    return switch (Objects.requireNonNull(stage.admission(), "a model call is admitted")) {
      case Admission.Refused(var failure) ->
          attempts.broke(Attempts.lost(effect, failure), fallbacks(stage));
      case Admission.Pass pass ->
          switch (abridger.asked(effect, stage, own, by, focus)) {
            case Abridger.Abridged.AsItIs _ -> null;
            case Abridger.Abridged.Done(ShorteningFailure failure)
                when failure.usage().equals(Usage.NONE) ->
                Attempts.lost(effect, Failure.lasting(failure.problem()));
            case Abridger.Abridged.Done done -> {
              answered(pass, done);
              yield new Input.CompactionGiven(effect.id(), done.outcome());
            }
            case Abridger.Abridged.Broke(var failure) -> broke(effect, stage, pass, failure);
          };
    };
  }

  /// Passes fragments on, and remembers whether there were any.
  private static final class Heard implements DeltaSink {
    private final DeltaSink next;
    // Written by the adapter's threads, read when it has returned.
    private volatile boolean nothing = true;

    Heard(DeltaSink next) {
      this.next = next;
    }

    @Override
    public void accept(Delta delta) {
      if (nothing) {
        nothing = false;
      }
      next.accept(delta);
    }
  }

  private static void announce(Effect.CallModel effect, Stage stage) {
    var hooks = stage.desk().hooks();
    if (hooks != null && hooks.isFor(HookPoint.BeforeModel.class)) {
      var scene = Scenes.of(stage.state(), effect.run());
      hooks.tell(new HookPoint.BeforeModel(scene, stage.agent().model().name(), effect.attempt()));
    }
  }

  /// The answer for a call that broke before there was a reply.
  static Input broken(Effect.CallModel effect, Throwable why) {
    return Attempts.lost(effect, Failure.lasting(problem(effect, why)));
  }

  /// What broke names itself, unless it is Drover.
  private static Problem problem(Effect.CallModel effect, Throwable why) {
    return switch (why) {
      case ForeignCodeFailed foreign -> foreign.problem();
      case ForeignInterrupt foreign -> foreign.problem();
      default ->
          new Problem(
              "runtime_broke",
              "Drover broke",
              "effect %s of run %s failed with %s"
                  .formatted(effect.id(), effect.run(), ForeignCode.described(why)),
              "Look into the log, and report it to the authors of Drover.");
    };
  }

  private ModelRequest request(Effect.CallModel effect, Stage stage) {
    var agent = stage.agent();
    return new ModelRequest(
        agent.name(),
        agent.instructions(),
        switch (effect.offer()) {
          case TOOLS -> policies.offered(agent, stage.state());
          case NO_TOOLS -> List.of();
        },
        stage.state().conversation().messages(),
        effect.attempt(),
        agent.model().givesJson() ? wanted(stage) : AnswerType.WORDS,
        texts);
  }

  private static AnswerType wanted(Stage stage) {
    return stage.state().phase() instanceof Phase.Running running
        ? running.frame().brief().answer()
        : AnswerType.WORDS;
  }

  private List<JudgedCall> judged(Effect.CallModel effect, Stage stage, ModelReply reply)
      throws InterruptedException {
    var calls = reply.calls();
    if (calls.isEmpty()) {
      return List.of();
    }
    if (!reply.isWhole()) {
      return calls.stream().map(call -> Judge.unfinished(settled(call))).toList();
    }
    var bench = new Judge.Bench(stage.agent(), stage.state(), stage.grants(), stage.labels());
    var judged = new ArrayList<JudgedCall>(calls.size());
    // The kernel names the calls of a reply one after the other, so their names are known here.
    long named = stage.state().position().effects();
    for (var call : calls) {
      var id = EffectId.of(++named);
      var arguments = texts.read(call.arguments());
      var invocation = new Invocation(stage, texts, effect.run(), id, 1, arguments);
      judged.add(judged(bench, settled(call), invocation));
    }
    return judged;
  }

  private JudgedCall judged(Judge.Bench bench, ToolCall call, Invocation invocation)
      throws InterruptedException {
    return switch (gate.look(call, invocation)) {
      case CallGate.Admission.AsItIs _ -> judge.judge(bench, call, invocation);
      case CallGate.Admission.Rewritten(var other, var how, var marks) ->
          judge.judge(bench, other, how).marked(marks);
      case CallGate.Admission.Stopped(var stopped) -> stopped;
    };
  }

  /// The reply as it goes into an event: prose in one block, large texts kept outside.
  private ModelReply settled(ModelReply reply) {
    if (reply.blocks().size() == 1) {
      var only = reply.blocks().getFirst();
      var kept = settled(only);
      return kept.equals(only) ? reply : new ModelReply(List.of(kept), reply.stop(), reply.usage());
    }
    var blocks = new ArrayList<Block>(reply.blocks().size());
    var prose = "";
    int proseAt = -1;
    for (var block : reply.blocks()) {
      switch (block) {
        case Block.Prose(var text) -> {
          var more = texts.read(text);
          prose = prose.isEmpty() ? more : prose.concat(more);
          if (proseAt < 0) {
            proseAt = blocks.size();
            blocks.add(block);
          }
        }
        case Block.Reasoning _, Block.Call _, Block.Opaque _ -> blocks.add(settled(block));
      }
    }
    if (proseAt >= 0) {
      blocks.set(proseAt, new Block.Prose(texts.of(prose)));
    }
    return new ModelReply(blocks, reply.stop(), reply.usage());
  }

  private Block settled(Block block) {
    return switch (block) {
      case Block.Prose(var text) -> {
        var kept = texts.settled(text);
        yield kept.equals(text) ? block : new Block.Prose(kept);
      }
      case Block.Reasoning(var text) -> new Block.Reasoning(texts.settled(text));
      case Block.Call(var call) -> {
        var kept = settled(call);
        yield kept.equals(call) ? block : new Block.Call(kept);
      }
      case Block.Opaque(var model, var data) -> new Block.Opaque(model, texts.kept(data));
    };
  }

  private ToolCall settled(ToolCall call) {
    var arguments = texts.settled(call.arguments());
    return arguments.equals(call.arguments())
        ? call
        : new ToolCall(call.callId(), call.tool(), arguments);
  }
}
