package dev.drover.runtime.perform;

import dev.drover.kernel.Amount;
import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgeting;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Cap;
import dev.drover.kernel.Effect;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Measure;
import dev.drover.kernel.Price;
import dev.drover.kernel.RunProblems;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.budget.BudgetGuard;
import dev.drover.runtime.budget.Estimate;
import dev.drover.runtime.budget.Treasury;
import dev.drover.runtime.foreign.ForeignModel;
import dev.drover.runtime.problem.ForeignCodeFailed;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.store.Accounts.Claim;
import dev.drover.spi.store.Accounts.Grant;
import dev.drover.spi.time.Time;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Has calls paid for before they are made: asks the budgets of the run and the session, then the
/// host's guard, then the account, which sets aside what the call could come to. What it really
/// came to is settled with the event that tells of its end.
public final class Cashier {
  private final Treasury treasury;
  private final Time time;

  public Cashier(Treasury treasury, Time time) {
    this.treasury = treasury;
    this.time = time;
  }

  /// @param <T> why a call is not made
  interface Payment<T> {
    @Nullable T refusal() throws InterruptedException;
  }

  /// Has a call paid for by a process that is here: if it was away, so that others may have given
  /// back what it had set aside, it pays again. The last step before a call is made.
  ///
  /// @return why it is not made; null if it is
  <T> @Nullable T forPresent(Stage stage, Payment<T> payment) throws InterruptedException {
    T refusal;
    do {
      refusal = payment.refusal();
    } while (refusal == null && stage.desk().wasAway());
    return refusal;
  }

  /// @return why the model is not asked; null if it is
  @Nullable Failure forModel(Effect.CallModel effect, Stage stage, ModelRequest request)
      throws InterruptedException {
    var budgets = stage.state().totals().spending().budgets();
    if (isFree(budgets, stage)) {
      return null;
    }
    long input = Estimate.inputTokens(request.instructions(), request.tools(), request.messages());
    var need = worst(stage.agent().model(), stage.state().totals().spending().price(), input);
    var refusal = refusal(effect, stage, need);
    return refusal == null ? null : RunProblems.budgetExhausted(refusal);
  }

  /// For a question that is no part of a run.
  ///
  /// @param effect whose run is the name under which something is set aside
  /// @param budgets that it is under, at the price of its model
  /// @return why the model is not asked; null if it is
  @Nullable Failure forInquiry(
      Effect.CallModel effect, Stage stage, ModelRequest request, Budgets budgets)
      throws InterruptedException {
    if (isFree(budgets, stage)) {
      return null;
    }
    long input = Estimate.inputTokens(request.instructions(), request.tools(), request.messages());
    var need = worst(stage.agent().model(), budgets.price(), input);
    var refusal = Budgeting.shortfallBeside(stage.state(), budgets, need, time.now());
    var words = refusal.isPresent() ? refusal.get().words() : objection(effect, stage, need);
    var account = budgets.account();
    if (words == null && account != null && concerns(account.budget(), need)) {
      words = reserved(new SessionId(effect.run().value()), effect, stage, need, account);
    }
    return words == null ? null : RunProblems.budgetExhausted(words);
  }

  /// What a call with so much input could come to.
  ///
  /// @param price null if it is not known
  public static Amount worst(ForeignModel model, @Nullable Price price, long input) {
    long output = model.maxOutput();
    return Amount.ofModelCall(input + output, price == null ? 0 : price.worst(input, output));
  }

  /// @return what the model is told instead of an outcome; null if the call is made
  @Nullable ToolOutcome forTool(Effect.CallTool effect, Stage stage) throws InterruptedException {
    if (isFree(stage.state().totals().spending().budgets(), stage)) {
      return null;
    }
    // The run and its session were asked when the call was started, and have it in their count.
    var refusal = beyond(effect, stage, Amount.ofToolCalls(1));
    return refusal == null ? null : Budgeting.refused(refusal, effect.attempt());
  }

  private static boolean isFree(Budgets budgets, Stage stage) {
    return budgets.areNone() && stage.agent().conduct().guard() == null;
  }

  private @Nullable String refusal(Effect effect, Stage stage, Amount need)
      throws InterruptedException {
    var shortfall = Budgeting.shortfall(stage.state(), need, time.now());
    return shortfall.isPresent() ? shortfall.get().words() : beyond(effect, stage, need);
  }

  /// Asks those who are not in the journal.
  private @Nullable String beyond(Effect effect, Stage stage, Amount need)
      throws InterruptedException {
    var objection = objection(effect, stage, need);
    var account = stage.state().totals().spending().budgets().account();
    return objection == null && account != null && concerns(account.budget(), need)
        ? reserved(
            Objects.requireNonNull(stage.state().profile().session()), effect, stage, need, account)
        : objection;
  }

  private static boolean concerns(Budget budget, Amount need) {
    return isLimit(budget.time())
        || (need.toolCalls() > 0
            ? isLimit(budget.toolCalls())
            : isLimit(budget.tokens()) || isLimit(budget.money()) || isLimit(budget.modelCalls()));
  }

  private static boolean isLimit(Cap cap) {
    return cap.isHard() || cap.isSoft();
  }

  private @Nullable String reserved(
      SessionId session, Effect effect, Stage stage, Amount need, Budgets.Shared account)
      throws InterruptedException {
    var timed = need.plus(Amount.ofTime(1));
    var claim =
        new Claim(account.name(), session, effect.id(), treasury.owner(), timed, account.budget());
    return switch (treasury.reserve(claim)) {
      case Grant.Refused(var shortfall) -> shortfall.words();
      case Grant.Given(var spent, var reached) -> {
        say(stage.desk(), account, spent, reached);
        yield null;
      }
    };
  }

  /// The store tells of each limit once. What could not be written down is said by the next call
  /// here that draws on the account.
  private void say(Desk desk, Budgets.Shared account, Amount spent, List<Measure> reached)
      throws InterruptedException {
    var due = treasury.toSay(account, reached);
    var unsaid = new HashSet<>(due);
    try {
      for (var measure : due) {
        var limit = account.budget().of(measure).soft();
        if (desk.reached(account.payer(), measure, limit, spent.of(measure))) {
          unsaid.remove(measure);
        }
      }
    } finally {
      treasury.unsaid(account, unsaid);
    }
  }

  private static @Nullable String objection(Effect effect, Stage stage, Amount need)
      throws InterruptedException {
    var guard = stage.agent().conduct().guard();
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
