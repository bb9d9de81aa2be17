package dev.drover.runtime;

import dev.drover.kernel.Amount;
import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgeting;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Cap;
import dev.drover.kernel.Effect;
import dev.drover.kernel.Input;
import dev.drover.kernel.Measure;
import dev.drover.kernel.Payer;
import dev.drover.kernel.SessionState;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.budget.BudgetLine;
import dev.drover.runtime.budget.Estimate;
import dev.drover.runtime.budget.Prices;
import dev.drover.runtime.perform.Cashier;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.writer.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// What a session may spend, and what it has spent.
public final class SessionBudgets {
  private final Session session;
  private final Drover drover;

  SessionBudgets(Session session, Drover drover) {
    this.session = session;
    this.drover = drover;
  }

  /// Puts the session under other budgets, from its next call on, also if a run is going. They stay
  /// until they are set again, whatever its agent is configured with. Who was refused a call may go
  /// on if these have it.
  ///
  /// @throws ConfigurationInvalid if money is limited and the price of the model is not known
  public void set(Budgets budgets) {
    session.requireOpen();
    var priced = priced(budgets, drover.prices(), session.model());
    for (var fallback : agent().conduct().fallbacks().choices()) {
      requirePrice(budgets, drover.prices(), fallback.model().name());
    }
    switch (drover.tell(session.id(), new Input.BudgetsGiven(priced, "user"))) {
      case Reply.Committed _, Reply.Existing _, Reply.Forwarded _, Reply.Ignored _ -> {}
      case Reply.Refused(var problem) -> throw problem;
    }
  }

  private AgentSpec agent() {
    return Objects.requireNonNull(drover.engine().agent(session.agent()));
  }

  static Budgets priced(Budgets budgets, Prices prices, String model) {
    requirePrice(budgets, prices, model);
    return budgets.at(prices.of(model).orElse(null));
  }

  static void requirePrice(Budgets budgets, Prices prices, String model) {
    if (budgets.haveMoney() && prices.of(model).isEmpty()) {
      throw new ConfigurationInvalid(
          "prices",
          "money is limited, and there is no price for the model '%s'".formatted(model),
          "Give its price when the runtime is built, or limit something else.");
    }
  }

  /// Those that hold now.
  public Budgets inForce() {
    return state().totals().spending().budgets();
  }

  /// What the session has used since there is something to count for: a budget or a price.
  public Amount used() {
    return Budgeting.usedBySession(state(), drover.engine().time().now());
  }

  /// Every limit there is: of the run that is going, of the session, of its account.
  public List<BudgetLine> lines() {
    var state = state();
    var budgets = state.totals().spending().budgets();
    var now = drover.engine().time().now();
    var open = open(state);
    var lines = new ArrayList<BudgetLine>();
    if (state.running().isPresent()) {
      var used = Budgeting.usedByRun(state, now);
      add(lines, new Payer.OfRun(), budgets.run(), used, open);
    }
    add(lines, new Payer.OfSession(), budgets.session(), Budgeting.usedBySession(state, now), open);
    var account = budgets.account();
    if (account != null) {
      var standing = drover.engine().treasury().standing(account.name());
      add(lines, account.payer(), account.budget(), standing.spent(), standing.reserved());
    }
    return List.copyOf(lines);
  }

  /// What the model call that is open could come to. Tool calls count from their start on.
  private Amount open(SessionState state) {
    var spec = Objects.requireNonNull(drover.engine().agents().of(state));
    return state.due().stream()
        .filter(Effect.CallModel.class::isInstance)
        .findFirst()
        .map(
            _ -> Cashier.worst(spec.model(), state.totals().spending().price(), input(spec, state)))
        .orElse(Amount.NONE);
  }

  private long input(AgentSpec spec, SessionState state) {
    return Estimate.inputTokens(
        spec.instructions(), drover.engine().offered(spec, state), state.conversation().messages());
  }

  private static void add(
      List<BudgetLine> lines, Payer payer, Budget budget, Amount used, Amount open) {
    for (var measure : Measure.values()) {
      var cap = budget.of(measure);
      if (!cap.equals(Cap.NONE)) {
        lines.add(new BudgetLine(payer, measure, cap, used.of(measure), open.of(measure)));
      }
    }
  }

  private SessionState state() {
    return drover.archive().state(session.id());
  }
}
