package dev.drover.runtime.perform;

import dev.drover.kernel.Effect;
import dev.drover.kernel.Input;
import dev.drover.runtime.agent.PolicyInForce;
import dev.drover.runtime.agent.Texts;
import dev.drover.runtime.foreign.ForeignCode;
import dev.drover.runtime.redact.RedactedThrowable;
import dev.drover.spi.model.Model;
import dev.drover.spi.secret.Redactor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds the one who carries out an effect. An effect has exactly one answer: breaking is one.
public final class Performers {
  private static final Logger LOG = LoggerFactory.getLogger(Performers.class);

  private final ModelPerformer models;
  private final ToolPerformer tools;
  private final Redactor redactor;

  public Performers(
      Texts texts, PolicyInForce policies, Cashier cashier, Attempts attempts, Redactor redactor) {
    this.models = new ModelPerformer(texts, policies, cashier, attempts, redactor);
    this.tools = new ToolPerformer(texts, policies, cashier, redactor);
    this.redactor = redactor;
  }

  /// Blocks until the effect is done. What only waits is performed when its time is over.
  ///
  /// @throws InterruptedException if it was stopped; then nobody waits for an answer
  public Input perform(Effect effect, Stage stage) throws InterruptedException {
    try {
      return switch (effect) {
        case Effect.CallModel call -> models.perform(call, stage);
        case Effect.CallTool call -> tools.perform(call, stage);
        case Effect.ProbeTool probe -> tools.probe(probe, stage);
        case Effect.AwaitAnswer wait -> new Input.ApprovalExpired(wait.id());
        case Effect.AwaitCompletion wait -> new Input.CompletionOverdue(wait.id());
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

  /// Has the conversation of a session made shorter in which no run is going.
  ///
  /// @param effect the call that sums it up
  /// @param own the model that is to see less; it need not be the one that sums up
  /// @return null if there is nothing to do
  public @Nullable Input abridge(
      Effect.CallModel effect, Stage stage, Model own, String by, String focus)
      throws InterruptedException {
    return models.abridge(effect, stage, own, by, focus);
  }

  /// The answer for an effect whose own answer cannot be worked on. What a model was paid for its
  /// reply is counted all the same.
  public Input notKept(Effect effect, Input answer, Throwable why) {
    return answer instanceof Input.ModelAnswered answered
        ? ModelPerformer.notKept(answered.effect(), answered.attempt(), answered.reply(), why)
        : broken(effect, new IllegalStateException("its answer could not be kept: " + kind(why)));
  }

  private static String kind(Throwable why) {
    return why.getClass().getSimpleName();
  }

  /// The answer for an effect that cannot give one itself.
  public Input broken(Effect effect, Throwable why) {
    return switch (effect) {
      case Effect.CallModel call -> ModelPerformer.broken(call, why);
      case Effect.CallTool _ -> tools.broken(effect.id(), why);
      case Effect.AwaitAnswer _ -> new Input.ApprovalExpired(effect.id());
      case Effect.AwaitCompletion _ -> new Input.CompletionOverdue(effect.id());
      case Effect.ProbeTool probe ->
          new Input.ToolProbed(
              probe.id(),
              new Input.Finding.CannotTell("its probe broke: " + ForeignCode.described(why)));
    };
  }
}
