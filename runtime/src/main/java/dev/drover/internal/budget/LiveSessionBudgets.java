package dev.drover.internal.budget;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.budget.SessionBudgets;
import dev.drover.budget.SessionBudgets.BudgetLine;
import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.handle.OpenHandle;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.spend.BudgetReservations;
import dev.drover.internal.spend.PricedBudgets;
import dev.drover.internal.spend.TokenEstimate;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.BudgetSet.BudgetOrigin;
import dev.drover.kernel.machine.BudgetRules;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.SessionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Implements [SessionBudgets].
public final class LiveSessionBudgets implements SessionBudgets {
  private static final String USER = "user";

  private final OpenHandle session;
  private final BudgetServices services;

  public LiveSessionBudgets(OpenHandle session, BudgetServices services) {
    this.session = session;
    this.services = services;
  }

  @Override
  public void set(BudgetSet budgets) {
    nonNull(budgets, "budgets");
    session.requireOpen();
    var priced = PricedBudgets.priced(budgets, services.prices(), agent().model().name());
    for (var fallback : agent().conduct().fallbacks().choices()) {
      PricedBudgets.requirePrice(budgets, services.prices(), fallback.model().name());
    }
    submit(new Input.BudgetsGiven(priced, USER));
  }

  @Override
  public void reset() {
    session.requireOpen();
    var own = agent().conduct().limits().budgets();
    submit(new Input.BudgetsGiven(own, USER, BudgetOrigin.RUN));
  }

  private void submit(Input.BudgetsGiven given) {
    switch (services.inputs().submit(session.id(), given)) {
      case WriterReply.Committed _,
          WriterReply.Existing _,
          WriterReply.Forwarded _,
          WriterReply.Ignored _ -> {}
      case WriterReply.Refused(var problem) -> throw problem;
    }
  }

  private AgentSpec agent() {
    return Objects.requireNonNull(services.agents().find(session.agent()));
  }

  @Override
  public BudgetSet inForce() {
    return state().totals().spending().budgets();
  }

  @Override
  public BudgetAmount used() {
    return BudgetRules.usedBySession(state(), services.time().now());
  }

  @Override
  public List<BudgetLine> lines() {
    var state = state();
    var budgets = state.totals().spending().budgets();
    var now = services.time().now();
    var open = open(state);
    var lines = new ArrayList<BudgetLine>();
    if (state.running().isPresent()) {
      var used = BudgetRules.usedByRun(state, now);
      add(lines, new BudgetScope.OfRun(), budgets.run(), used, open);
    }
    add(
        lines,
        new BudgetScope.OfSession(),
        budgets.session(),
        BudgetRules.usedBySession(state, now),
        open);
    var account = budgets.account();
    if (account != null) {
      var standing = services.accounts().standing(account.name());
      add(lines, account.payer(), account.budget(), standing.spent(), standing.reserved());
    }
    return List.copyOf(lines);
  }

  /// The most that the open model call can use. Tool calls count from their start on.
  private BudgetAmount open(SessionState state) {
    var spec = Objects.requireNonNull(services.agents().of(state));
    return state.due().stream()
        .filter(Effect.CallModel.class::isInstance)
        .findFirst()
        .map(
            _ ->
                BudgetReservations.worstCase(
                    spec.model(), state.totals().spending().price(), input(spec, state)))
        .orElse(BudgetAmount.NONE);
  }

  private long input(AgentSpec spec, SessionState state) {
    return TokenEstimate.inputTokens(
        spec.instructions(),
        services.policies().offered(spec, state),
        state.conversation().messages());
  }

  private static void add(
      List<BudgetLine> lines,
      BudgetScope payer,
      Budget budget,
      BudgetAmount used,
      BudgetAmount open) {
    for (var measure : BudgetMeasure.values()) {
      var cap = budget.of(measure);
      if (!cap.equals(BudgetCap.NONE)) {
        lines.add(new BudgetLine(payer, measure, cap, used.of(measure), open.of(measure)));
      }
    }
  }

  private SessionState state() {
    return services.queries().state(session.id());
  }
}
