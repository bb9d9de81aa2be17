package dev.drover.runtime.perform;

import dev.drover.kernel.Budgets;
import dev.drover.kernel.Effect;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Input;
import dev.drover.kernel.ModelReply;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.hooking.Scenes;
import dev.drover.runtime.problem.ForeignCodeFailed;
import dev.drover.runtime.quota.Admission;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.secret.Redactor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Asks a model something that is no part of a run: throttled, paid for and announced as in one.
public final class Inquirer {
  private final Cashier cashier;
  private final Attempts attempts;
  private final ModelCaller models;

  public Inquirer(Cashier cashier, Attempts attempts, Redactor redactor) {
    this.cashier = cashier;
    this.attempts = attempts;
    this.models = new ModelCaller(redactor);
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
        var unpaid = unpaid(effect, stage, request, budgets);
        yield unpaid == null
            ? asked(effect, stage, request, pass)
            : broke(Attempts.lost(effect, unpaid));
      }
    };
  }

  /// A guard, or a model, that cannot say what it was asked: the question is not paid for.
  private @Nullable Failure unpaid(
      Effect.CallModel effect, Stage stage, ModelRequest request, Budgets budgets)
      throws InterruptedException {
    try {
      return cashier.forPresent(stage, () -> cashier.forInquiry(effect, stage, request, budgets));
    } catch (ForeignCodeFailed broken) {
      return Failure.lasting(broken.problem());
    }
  }

  private Outcome asked(
      Effect.CallModel effect, Stage stage, ModelRequest request, Admission.Pass pass)
      throws InterruptedException {
    announce(effect, stage);
    try {
      // Nobody watches it: who asked gets the whole answer.
      var reply = models.call(stage.agent().model(), request, _ -> {});
      attempts.answered(pass);
      return new Outcome.Answered(reply);
    } catch (ModelException broken) {
      return broke(attempts.broke(effect, pass, broken.failure()));
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
