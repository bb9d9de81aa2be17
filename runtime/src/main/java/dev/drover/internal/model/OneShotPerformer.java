package dev.drover.internal.model;

import dev.drover.hook.HookPoint;
import dev.drover.internal.effect.EffectContext;
import dev.drover.internal.hook.HookContexts;
import dev.drover.internal.spend.BudgetReservations;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.ForeignCodeFailed;
import dev.drover.quota.ProviderQuotas.QuotaAdmission;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.secret.SecretRedactor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Calls a model outside of a run, with the same quotas, budgets and hooks.
public final class OneShotPerformer {
  private final BudgetReservations reservations;
  private final ModelAttempts attempts;
  private final ModelCaller models;

  public OneShotPerformer(
      BudgetReservations reservations, ModelAttempts attempts, SecretRedactor redactor) {
    this.reservations = reservations;
    this.attempts = attempts;
    this.models = new ModelCaller(redactor);
  }

  /// Releases the reservation of a one-shot completion that has ended.
  public void giveBack(SessionId holder, EffectId effect) {
    reservations.giveBack(holder, effect);
  }

  /// The result of one attempt.
  public sealed interface Outcome {
    record Answered(ModelReply reply) implements Outcome {}

    record Broke(Input.ModelCallFailed how) implements Outcome {}
  }

  /// @param effect the attempt; it is not in the journal
  /// @param budgets that apply to it
  public Outcome ask(
      Effect.CallModel effect, EffectContext stage, ModelRequest request, BudgetSet budgets)
      throws InterruptedException {
    return switch (Objects.requireNonNull(stage.admission(), "a model call is admitted")) {
      case QuotaAdmission.Refused(var failure) -> broke(ModelAttempts.lost(effect, failure));
      case QuotaAdmission.Pass pass -> {
        var unpaid = unpaid(effect, stage, request, budgets);
        yield unpaid == null
            ? asked(effect, stage, request, pass)
            : broke(ModelAttempts.lost(effect, unpaid));
      }
    };
  }

  /// If a guard or a model fails to answer, the call is refused.
  private @Nullable Failure unpaid(
      Effect.CallModel effect, EffectContext stage, ModelRequest request, BudgetSet budgets)
      throws InterruptedException {
    try {
      return reservations.reserveIfOwned(
          stage, () -> reservations.reserveOneShot(effect, stage, request, budgets));
    } catch (ForeignCodeFailed broken) {
      return Failure.lasting(broken.problem());
    }
  }

  private Outcome asked(
      Effect.CallModel effect, EffectContext stage, ModelRequest request, QuotaAdmission.Pass pass)
      throws InterruptedException {
    announce(effect, stage);
    try {
      // The deltas are not shown: the caller gets the complete answer.
      var reply = models.call(stage.agent().model(), request, _ -> {});
      attempts.answered(pass);
      return new Outcome.Answered(reply);
    } catch (ModelException broken) {
      return broke(attempts.broke(effect, pass, broken.failure()));
    }
  }

  private static void announce(Effect.CallModel effect, EffectContext stage) {
    var hooks = stage.services().hooks();
    if (hooks != null && hooks.isFor(HookPoint.BeforeModel.class)) {
      var scene = HookContexts.of(stage.state(), null);
      hooks.notifyObservers(
          new HookPoint.BeforeModel(scene, stage.agent().model().name(), effect.attempt()));
    }
  }

  private static Outcome broke(Input how) {
    return new Outcome.Broke((Input.ModelCallFailed) how);
  }
}
