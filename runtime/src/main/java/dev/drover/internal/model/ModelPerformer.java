package dev.drover.internal.model;

import dev.drover.hook.HookPoint;
import dev.drover.internal.agent.FallbackModels;
import dev.drover.internal.effect.EffectContext;
import dev.drover.internal.foreign.ForeignCode;
import dev.drover.internal.foreign.ForeignInterrupt;
import dev.drover.internal.hook.HookContexts;
import dev.drover.internal.judge.CallJudge;
import dev.drover.internal.judge.EffectivePolicy;
import dev.drover.internal.redact.RedactedThrowable;
import dev.drover.internal.spend.BudgetReservations;
import dev.drover.internal.state.StoreProblems;
import dev.drover.internal.text.EventTexts;
import dev.drover.internal.tool.CallGate;
import dev.drover.internal.tool.SessionToolInvocation;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.machine.AnswerValidation;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.JudgedCall;
import dev.drover.kernel.machine.RunProblems;
import dev.drover.kernel.machine.SessionPhase;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Usage;
import dev.drover.problem.ForeignCodeFailed;
import dev.drover.problem.StoreFailed;
import dev.drover.quota.ProviderQuotas.QuotaAdmission;
import dev.drover.spi.PortException;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.secret.SecretRedactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Calls the model, and judges the calls in its reply.
public final class ModelPerformer {
  private static final Logger LOG = LoggerFactory.getLogger(ModelPerformer.class);

  private final EventTexts texts;
  private final CallGate gate;
  private final EffectivePolicy policies;
  private final CallJudge judge;
  private final BudgetReservations reservations;
  private final ModelAttempts attempts;
  private final AnswerValidator fits;
  private final ConversationCompactor abridger;
  private final ModelCaller models;
  private final SecretRedactor redactor;

  public ModelPerformer(
      EventTexts texts,
      EffectivePolicy policies,
      BudgetReservations reservations,
      ModelAttempts attempts,
      SecretRedactor redactor) {
    this.gate = new CallGate(texts, redactor);
    this.texts = texts;
    this.policies = policies;
    this.judge = new CallJudge(texts, policies);
    this.reservations = reservations;
    this.attempts = attempts;
    this.fits = new AnswerValidator(texts);
    this.abridger = new ConversationCompactor(texts, reservations, redactor);
    this.models = new ModelCaller(redactor);
    this.redactor = redactor;
  }

  public Input perform(Effect.CallModel effect, EffectContext stage) throws InterruptedException {
    return switch (Objects.requireNonNull(stage.admission(), "a model call is admitted")) {
      case QuotaAdmission.Pass pass -> attempted(effect, stage, pass);
      case QuotaAdmission.Refused(var failure) ->
          attempts.broke(ModelAttempts.lost(effect, failure), fallbacks(stage));
    };
  }

  /// A failure of the store is not a failure of the model: no fallback is used.
  private Input attempted(Effect.CallModel effect, EffectContext stage, QuotaAdmission.Pass pass)
      throws InterruptedException {
    try {
      return ask(effect, stage, pass);
    } catch (PortException broken) {
      return attempts.broke(effect, pass, StoreProblems.failure(broken.problem()));
    } catch (StoreFailed broken) {
      // A report to the session's writer could not be appended.
      return attempts.broke(effect, pass, StoreProblems.failure(broken.problem()));
    }
  }

  private static FallbackModels fallbacks(EffectContext stage) {
    return stage.agent().conduct().fallbacks();
  }

  private Input ask(Effect.CallModel effect, EffectContext stage, QuotaAdmission.Pass pass)
      throws InterruptedException {
    var request = request(effect, stage);
    var instead = instead(effect, stage, pass, abridger.before(effect, stage, request));
    if (instead != null) {
      return instead;
    }
    var unpaid = unpaid(effect, stage, request);
    if (unpaid != null) {
      return ModelAttempts.lost(effect, unpaid);
    }
    announce(effect, stage);
    var heard = new TrackingSink(stage.deltas());
    try {
      var reply = models.call(stage.agent().model(), request, heard);
      attempts.answered(pass);
      return answered(effect, stage, reply);
    } catch (ModelException broken) {
      var shorter =
          heard.nothing && isOverflow(broken.failure())
              ? instead(effect, stage, pass, abridger.afterOverflow(effect, stage, request))
              : null;
      return shorter == null ? broke(effect, stage, pass, broken.failure()) : shorter;
    }
  }

  /// From here on there is usage to count, whatever happens to the reply.
  private Input answered(Effect.CallModel effect, EffectContext stage, ModelReply reply) {
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

  /// The answer for a reply that cannot be processed.
  public static Input notKept(EffectId effect, int attempt, ModelReply reply, Throwable why) {
    return new Input.ModelAnswered(
        effect,
        attempt,
        new ModelReply(List.of(), ModelReply.StopReason.DONE, reply.usage()),
        List.of(),
        new AnswerValidation.Unreadable(
            why instanceof ForeignCodeFailed foreign
                ? Failure.lasting(foreign.problem())
                : RunProblems.replyNotKept(why.getClass().getSimpleName())));
  }

  /// @return why the model is not called; null if it is
  private @Nullable Failure unpaid(
      Effect.CallModel effect, EffectContext stage, ModelRequest request)
      throws InterruptedException {
    return reservations.reserveIfOwned(
        stage, () -> reservations.reserveModelCall(effect, stage, request));
  }

  private Input broke(
      Effect.CallModel effect, EffectContext stage, QuotaAdmission.Pass pass, Failure failure) {
    return attempts.broke(attempts.broke(effect, pass, failure), fallbacks(stage));
  }

  private static boolean isOverflow(Failure failure) {
    return failure.problem().code().equals(ModelException.Kind.OVERFLOW.code());
  }

  /// The answer in place of the intended model call; null if the call is made.
  private @Nullable Input instead(
      Effect.CallModel effect,
      EffectContext stage,
      QuotaAdmission.Pass pass,
      ConversationCompactor.CompactionResult abridged) {
    return switch (abridged) {
      case ConversationCompactor.CompactionResult.AsItIs _ -> null;
      case ConversationCompactor.CompactionResult.Done done -> {
        answered(pass, done);
        yield new Input.ModelPostponed(effect.id(), effect.attempt(), done.outcome());
      }
      case ConversationCompactor.CompactionResult.Broke(var failure) ->
          broke(effect, stage, pass, failure);
    };
  }

  private void answered(
      QuotaAdmission.Pass pass, ConversationCompactor.CompactionResult.Done done) {
    if (done.isAnswered()) {
      attempts.answered(pass);
    }
  }

  /// A compaction on request, without a run.
  ///
  /// @param own the model that uses the conversation; another model may summarize
  /// @return null if there is nothing to do
  public @Nullable Input compact(
      Effect.CallModel effect, EffectContext stage, Model own, String by, String focus)
      throws InterruptedException {
    return switch (Objects.requireNonNull(stage.admission(), "a model call is admitted")) {
      case QuotaAdmission.Refused(var failure) ->
          attempts.broke(ModelAttempts.lost(effect, failure), fallbacks(stage));
      case QuotaAdmission.Pass pass ->
          switch (abridger.onRequest(effect, stage, own, by, focus)) {
            case ConversationCompactor.CompactionResult.AsItIs _ -> null;
            case ConversationCompactor.CompactionResult.Done(CompactionOutcome.Failed failure)
                when failure.usage().equals(Usage.NONE) ->
                ModelAttempts.lost(effect, Failure.lasting(failure.problem()));
            case ConversationCompactor.CompactionResult.Done done -> {
              answered(pass, done);
              yield new Input.CompactionGiven(effect.id(), done.outcome());
            }
            case ConversationCompactor.CompactionResult.Broke(var failure) ->
                broke(effect, stage, pass, failure);
          };
    };
  }

  /// Passes deltas on, and records whether there were any.
  private static final class TrackingSink implements Delta.Sink {
    private final Delta.Sink next;
    // Written by the adapter's threads, read when it has returned.
    private volatile boolean nothing = true;

    TrackingSink(Delta.Sink next) {
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

  private static void announce(Effect.CallModel effect, EffectContext stage) {
    var hooks = stage.services().hooks();
    if (hooks != null && hooks.isFor(HookPoint.BeforeModel.class)) {
      var scene = HookContexts.of(stage.state(), effect.run());
      hooks.notifyObservers(
          new HookPoint.BeforeModel(scene, stage.agent().model().name(), effect.attempt()));
    }
  }

  /// The answer for a call that failed before there was a reply.
  public static Input broken(Effect.CallModel effect, Throwable why) {
    return ModelAttempts.lost(effect, Failure.lasting(problem(effect, why)));
  }

  /// A failing part names itself, unless it is Drover.
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

  private ModelRequest request(Effect.CallModel effect, EffectContext stage) {
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
        agent.model().supportsJsonSchema() ? wanted(stage) : AnswerType.WORDS,
        texts);
  }

  private static AnswerType wanted(EffectContext stage) {
    return stage.state().phase() instanceof SessionPhase.Running running
        ? running.frame().request().answer()
        : AnswerType.WORDS;
  }

  private List<JudgedCall> judged(Effect.CallModel effect, EffectContext stage, ModelReply reply)
      throws InterruptedException {
    var calls = reply.calls();
    if (calls.isEmpty()) {
      return List.of();
    }
    if (!reply.isWhole()) {
      return calls.stream().map(call -> CallJudge.unfinished(settled(call))).toList();
    }
    var bench =
        new CallJudge.JudgeContext(stage.agent(), stage.state(), stage.grants(), stage.labels());
    var judged = new ArrayList<JudgedCall>(calls.size());
    // The kernel numbers the calls of a reply consecutively, so their ids are known here.
    long named = stage.state().position().effects();
    for (var call : calls) {
      var id = EffectId.of(++named);
      var meant = stage.agent().tools().meant(call, texts.read(call.arguments()));
      var arguments = texts.read(meant.arguments());
      var invocation = new SessionToolInvocation(stage, texts, effect.run(), id, 1, arguments);
      judged.add(judged(bench, settled(meant), invocation));
    }
    return judged;
  }

  private JudgedCall judged(
      CallJudge.JudgeContext bench, ToolCall call, SessionToolInvocation invocation)
      throws InterruptedException {
    return switch (gate.runHooks(call, invocation)) {
      case CallGate.Admission.AsItIs _ -> judge.judge(bench, call, invocation);
      case CallGate.Admission.Rewritten(var other, var how, var marks) ->
          judge.judge(bench, other, how).marked(marks);
      case CallGate.Admission.Stopped(var stopped) -> stopped;
    };
  }

  /// The reply as it is journaled: text in one block, large texts as blobs.
  private ModelReply settled(ModelReply reply) {
    if (reply.blocks().size() == 1) {
      var only = reply.blocks().getFirst();
      var kept = settled(only);
      return kept.equals(only) ? reply : new ModelReply(List.of(kept), reply.stop(), reply.usage());
    }
    var blocks = new ArrayList<ContentBlock>(reply.blocks().size());
    var prose = "";
    int proseAt = -1;
    for (var block : reply.blocks()) {
      switch (block) {
        case ContentBlock.Prose(var text) -> {
          var more = texts.read(text);
          prose = prose.isEmpty() ? more : prose.concat(more);
          if (proseAt < 0) {
            proseAt = blocks.size();
            blocks.add(block);
          }
        }
        case ContentBlock.Reasoning _, ContentBlock.Call _, ContentBlock.Opaque _ ->
            blocks.add(settled(block));
      }
    }
    if (proseAt >= 0) {
      blocks.set(proseAt, new ContentBlock.Prose(texts.of(prose)));
    }
    return new ModelReply(blocks, reply.stop(), reply.usage());
  }

  private ContentBlock settled(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Prose(var text) -> {
        var kept = texts.moveIfLarge(text);
        yield kept.equals(text) ? block : new ContentBlock.Prose(kept);
      }
      case ContentBlock.Reasoning(var text) -> new ContentBlock.Reasoning(texts.moveIfLarge(text));
      case ContentBlock.Call(var call) -> {
        var kept = settled(call);
        yield kept.equals(call) ? block : new ContentBlock.Call(kept);
      }
      case ContentBlock.Opaque(var model, var data) ->
          new ContentBlock.Opaque(model, texts.moveUnredacted(data));
    };
  }

  private ToolCall settled(ToolCall call) {
    var arguments = texts.moveIfLarge(call.arguments());
    return arguments.equals(call.arguments())
        ? call
        : new ToolCall(call.callId(), call.tool(), arguments);
  }
}
