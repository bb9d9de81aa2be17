package dev.drover.internal.spend;

import dev.drover.budget.BudgetGuard;
import dev.drover.internal.effect.EffectContext;
import dev.drover.internal.effect.EffectServices;
import dev.drover.internal.foreign.ForeignModel;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.machine.BudgetRules;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.RunProblems;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.ForeignCodeFailed;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.store.AccountStore.Reservation;
import dev.drover.spi.store.AccountStore.ReservationRequest;
import dev.drover.spi.time.Time;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reserves budget before a call is made: checks the budgets of the run and the session, then the
/// host's guard, then the account, which reserves the most that the call can use. The event that
/// ends the call settles the actual use.
public final class BudgetReservations {
  private final AccountReservations accounts;
  private final Time time;

  public BudgetReservations(AccountReservations accounts, Time time) {
    this.accounts = accounts;
    this.time = time;
  }

  /// Releases the reservation of an effect whose end is not journaled.
  public void giveBack(SessionId holder, EffectId effect) {
    accounts.release(holder, effect);
  }

  /// @param <T> why a call is not made
  public interface ReservationCheck<T> {
    @Nullable T refusal() throws InterruptedException;
  }

  /// Reserves for a call, and repeats the reservation if this process was suspended, because others
  /// may have released it. The last step before a call is made.
  ///
  /// @return why it is not made; null if it is
  public <T> @Nullable T reserveIfOwned(EffectContext stage, ReservationCheck<T> payment)
      throws InterruptedException {
    T refusal;
    do {
      refusal = payment.refusal();
    } while (refusal == null && stage.services().checkPause());
    return refusal;
  }

  /// @return why the model is not called; null if it is
  public @Nullable Failure reserveModelCall(
      Effect.CallModel effect, EffectContext stage, ModelRequest request)
      throws InterruptedException {
    var budgets = stage.state().totals().spending().budgets();
    if (isFree(budgets, stage)) {
      return null;
    }
    long input =
        TokenEstimate.inputTokens(request.instructions(), request.tools(), request.messages());
    var need = worstCase(stage.agent().model(), stage.state().totals().spending().price(), input);
    var refusal = refusal(effect, stage, need);
    return refusal == null ? null : RunProblems.budgetExhausted(refusal);
  }

  /// For a call outside of a run.
  ///
  /// @param effect whose run is the name of the reservation
  /// @param budgets that apply to it, at the price of its model
  /// @return why the model is not called; null if it is
  public @Nullable Failure reserveOneShot(
      Effect.CallModel effect, EffectContext stage, ModelRequest request, BudgetSet budgets)
      throws InterruptedException {
    if (isFree(budgets, stage)) {
      return null;
    }
    long input =
        TokenEstimate.inputTokens(request.instructions(), request.tools(), request.messages());
    var need = worstCase(stage.agent().model(), budgets.price(), input);
    var refusal = BudgetRules.shortfallOutsideRun(stage.state(), budgets, need, time.now());
    var words = refusal.isPresent() ? refusal.get().describe() : objection(effect, stage, need);
    var account = budgets.account();
    if (words == null && account != null && concerns(account.budget(), need)) {
      words = reserved(new SessionId(effect.run().value()), effect, stage, need, account);
    }
    return words == null ? null : RunProblems.budgetExhausted(words);
  }

  /// The most that a call with this input can use.
  ///
  /// @param price null if it is not known
  public static BudgetAmount worstCase(ForeignModel model, @Nullable TokenPrice price, long input) {
    long output = model.maxOutput();
    return BudgetAmount.ofModelCall(
        input + output, price == null ? 0 : price.maxCost(input, output));
  }

  /// @return the outcome for the model if the call is refused; null if the call is made
  public @Nullable ToolOutcome reserveToolCall(Effect.CallTool effect, EffectContext stage)
      throws InterruptedException {
    if (isFree(stage.state().totals().spending().budgets(), stage)) {
      return null;
    }
    // The budgets of the run and its session were checked when the call was started, and include
    // it.
    var refusal = beyond(effect, stage, BudgetAmount.ofToolCalls(1));
    return refusal == null ? null : BudgetRules.refused(refusal, effect.attempt());
  }

  private static boolean isFree(BudgetSet budgets, EffectContext stage) {
    return budgets.areNone() && stage.agent().conduct().guard().guard() == null;
  }

  private @Nullable String refusal(Effect effect, EffectContext stage, BudgetAmount need)
      throws InterruptedException {
    var shortfall = BudgetRules.shortfall(stage.state(), need, time.now());
    return shortfall.isPresent() ? shortfall.get().describe() : beyond(effect, stage, need);
  }

  /// Checks what is not in the journal: the guard and the account.
  private @Nullable String beyond(Effect effect, EffectContext stage, BudgetAmount need)
      throws InterruptedException {
    var objection = objection(effect, stage, need);
    var account = stage.state().totals().spending().budgets().account();
    return objection == null && account != null && concerns(account.budget(), need)
        ? reserved(
            Objects.requireNonNull(stage.state().profile().session()), effect, stage, need, account)
        : objection;
  }

  private static boolean concerns(Budget budget, BudgetAmount need) {
    return isLimit(budget.time())
        || (need.toolCalls() > 0
            ? isLimit(budget.toolCalls())
            : isLimit(budget.tokens()) || isLimit(budget.money()) || isLimit(budget.modelCalls()));
  }

  private static boolean isLimit(BudgetCap cap) {
    return cap.isHard() || cap.isSoft();
  }

  private @Nullable String reserved(
      SessionId session,
      Effect effect,
      EffectContext stage,
      BudgetAmount need,
      BudgetSet.SharedAccount account)
      throws InterruptedException {
    var timed = need.plus(BudgetAmount.ofTime(1));
    var claim =
        new ReservationRequest(
            account.name(), session, effect.id(), accounts.owner(), timed, account.budget());
    return switch (accounts.reserve(claim)) {
      case Reservation.Refused(var shortfall) -> shortfall.describe();
      case Reservation.Granted(var spent, var reached) -> {
        reportLimits(stage.services(), account, spent, reached);
        yield null;
      }
    };
  }

  /// The store reports each limit once. A limit that could not be recorded is reported by the next
  /// call here that draws on the account.
  private void reportLimits(
      EffectServices services,
      BudgetSet.SharedAccount account,
      BudgetAmount spent,
      List<BudgetMeasure> reached)
      throws InterruptedException {
    var due = accounts.limitsToReport(account, reached);
    var unsaid = new HashSet<>(due);
    try {
      for (var measure : due) {
        var limit = account.budget().of(measure).soft();
        if (services.recordLimitReached(account.payer(), measure, limit, spent.of(measure))) {
          unsaid.remove(measure);
        }
      }
    } finally {
      accounts.reportLater(account, unsaid);
    }
  }

  private static @Nullable String objection(Effect effect, EffectContext stage, BudgetAmount need)
      throws InterruptedException {
    var guard = stage.agent().conduct().guard().guard();
    if (guard == null) {
      return null;
    }
    var state = stage.state();
    var question =
        new BudgetGuard.Question(
            Objects.requireNonNull(state.profile().session()),
            effect.run(),
            stage.agent().name(),
            need,
            state.totals().usage());
    try {
      return guard.refuses(question).map(why -> "the budget guard refuses: " + why).orElse(null);
    } catch (ForeignCodeFailed broken) {
      return broken.problem().detail();
    }
  }
}
