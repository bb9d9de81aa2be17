package dev.drover.internal.dispatch;

import dev.drover.internal.effect.EffectContext;
import dev.drover.internal.foreign.ForeignCode;
import dev.drover.internal.judge.EffectivePolicy;
import dev.drover.internal.model.ModelAttempts;
import dev.drover.internal.model.ModelPerformer;
import dev.drover.internal.redact.RedactedThrowable;
import dev.drover.internal.spend.BudgetReservations;
import dev.drover.internal.text.EventTexts;
import dev.drover.internal.tool.ToolPerformer;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.spi.model.Model;
import dev.drover.spi.secret.SecretRedactor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds the performer of an effect. An effect has exactly one answer; a failure is an answer.
public final class EffectPerformers {
  private static final Logger LOG = LoggerFactory.getLogger(EffectPerformers.class);

  private final ModelPerformer models;
  private final ToolPerformer tools;
  private final RequiredCheckRunner checks;
  private final SecretRedactor redactor;

  public EffectPerformers(
      EventTexts texts,
      EffectivePolicy policies,
      BudgetReservations reservations,
      ModelAttempts attempts,
      RequiredCheckRunner checks,
      SecretRedactor redactor) {
    this.models = new ModelPerformer(texts, policies, reservations, attempts, redactor);
    this.tools = new ToolPerformer(texts, policies, reservations, redactor);
    this.checks = checks;
    this.redactor = redactor;
  }

  /// Blocks until the effect is done. An effect that only waits is performed when its time is over.
  ///
  /// @throws InterruptedException if it was stopped; then no answer is needed
  public Input perform(Effect effect, EffectContext stage) throws InterruptedException {
    try {
      return switch (effect) {
        case Effect.CallModel call -> models.perform(call, stage);
        case Effect.CallTool call -> tools.perform(call, stage);
        case Effect.ProbeTool probe -> tools.probe(probe, stage);
        case Effect.RunChecks run -> checked(run, stage);
        case Effect.AskForNews ask -> tools.news(ask, stage);
        case Effect.AwaitAnswer wait -> new Input.ApprovalExpired(wait.id());
        case Effect.AwaitDeferredCall wait -> new Input.DeferredCallExpired(wait.id());
      };
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Throwable broken) {
      LOG.error(
          "effect {} of run {} broke",
          effect.id(),
          effect.run(),
          RedactedThrowable.of(broken, redactor));
      return broken(effect, broken);
    }
  }

  private Input checked(Effect.RunChecks effect, EffectContext stage) throws InterruptedException {
    var profile = stage.state().profile();
    var session = Objects.requireNonNull(profile.session(), "a session with a run is open");
    return checks.perform(session, profile.agent(), effect);
  }

  /// Compacts the conversation of a session without a run.
  ///
  /// @param effect the call that summarizes
  /// @param own the model that uses the conversation; another model may summarize
  /// @return null if there is nothing to do
  public @Nullable Input compact(
      Effect.CallModel effect, EffectContext stage, Model own, String by, String focus)
      throws InterruptedException {
    return models.compact(effect, stage, own, by, focus);
  }

  /// The answer for an effect whose own answer cannot be processed. The usage of a model reply is
  /// still counted.
  public Input notKept(Effect effect, Input answer, Throwable why) {
    return answer instanceof Input.ModelAnswered answered
        ? ModelPerformer.notKept(answered.effect(), answered.attempt(), answered.reply(), why)
        : broken(effect, new IllegalStateException("its answer could not be kept: " + kind(why)));
  }

  private static String kind(Throwable why) {
    return why.getClass().getSimpleName();
  }

  /// The answer for an effect that has none.
  public Input broken(Effect effect, Throwable why) {
    return switch (effect) {
      case Effect.CallModel call -> ModelPerformer.broken(call, why);
      case Effect.CallTool _ -> tools.broken(effect.id(), why);
      case Effect.RunChecks run -> RequiredCheckRunner.broken(run, why);
      case Effect.AskForNews ask -> tools.noNews(ask, why);
      case Effect.AwaitAnswer _ -> new Input.ApprovalExpired(effect.id());
      case Effect.AwaitDeferredCall _ -> new Input.DeferredCallExpired(effect.id());
      case Effect.ProbeTool probe ->
          new Input.ToolProbed(
              probe.id(),
              new ProbeResult.CannotTell("its probe broke: " + ForeignCode.described(why)));
    };
  }
}
