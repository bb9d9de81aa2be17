package dev.drover.internal.budget;

import dev.drover.budget.ModelPrices;
import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.inbox.SessionInputs;
import dev.drover.internal.judge.EffectivePolicy;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.spend.AccountReservations;
import dev.drover.spi.time.Time;

/// The services that read and set the budgets of a session.
public record BudgetServices(
    StoredSessionQueries queries,
    SessionInputs inputs,
    AgentRegistry agents,
    EffectivePolicy policies,
    ModelPrices prices,
    AccountReservations accounts,
    Time time) {}
