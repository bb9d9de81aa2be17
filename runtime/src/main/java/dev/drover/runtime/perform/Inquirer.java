package dev.drover.runtime.perform;

import dev.drover.kernel.Budgets;
import dev.drover.kernel.Effect;
import dev.drover.kernel.Input;
import dev.drover.kernel.ModelReply;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.hooking.Scenes;
import dev.drover.runtime.quota.Admission;
import dev.drover.runtime.redact.RedactedThrowable;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.secret.Redactor;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks a model something that is no part of a run: throttled, paid for and announced as in one.
public final class Inquirer {
  private static final Logger LOG = LoggerFactory.getLogger(Inquirer.class);

  private final Cashier cashier;
  private final Attempts attempts;
  private final Redactor redactor;

  public Inquirer(Cashier cashier, Attempts attempts, Redactor redactor) {
    this.cashier = cashier;
    this.attempts = attempts;
    this.redactor = redactor;
  }

  /// What came of one attempt.
  public sealed interface Outcome {
    record Answered(ModelReply reply) implements Outcome {}

    record Broke(Input.ModelBroke how) implements Outcome {}
  }

  /// @param effect the attempt; nothing of this name is in the journal
  /// @param budgets that it is under
  public Outcome ask(Effect.CallModel effect, Stage stage, ModelRequest request, Budgets budgets)
      throws InterruptedException {
    return switch (Objects.requireNonNull(stage.admission(), "a model call is admitted")) {
      case Admission.Refused(var failure) -> broke(Attempts.lost(effect, failure));
      case Admission.Pass pass -> {
        var unpaid = cashier.forInquiry(effect, stage, request, budgets);
        yield unpaid == null
            ? asked(effect, stage, request, pass)
            : broke(Attempts.lost(effect, unpaid));
      }
    };
  }

  private Outcome asked(
      Effect.CallModel effect, Stage stage, ModelRequest request, Admission.Pass pass)
      throws InterruptedException {
    announce(effect, stage);
    try {
      // Nobody watches it: who asked gets the whole answer.
      var reply = stage.agent().model().call(request, _ -> {});
      attempts.answered(pass);
      return new Outcome.Answered(reply);
    } catch (ModelException broken) {
      return broke(attempts.broke(effect, pass, broken.failure()));
    } catch (RuntimeException | Error broken) {
      LOG.error("the question {} broke", effect.run(), RedactedThrowable.of(broken, redactor));
      return broke(ModelPerformer.broken(effect, broken));
    }
  }

  private static void announce(Effect.CallModel effect, Stage stage) {
    var hooks = stage.desk().hooks();
    if (hooks != null && hooks.isFor(HookPoint.BeforeModel.class)) {
      var scene = Scenes.of(stage.state(), null);
      hooks.tell(new HookPoint.BeforeModel(scene, stage.agent().model().name(), effect.attempt()));
    }
  }

  private static Outcome broke(Input how) {
    return new Outcome.Broke((Input.ModelBroke) how);
  }
}
