package dev.drover.internal.oneshot;

import dev.drover.budget.ModelPrices;
import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.dispatch.ModelAccess;
import dev.drover.internal.inbox.SessionInputs;
import dev.drover.internal.query.StoredSessionQueries;

/// The services that make one-shot completions of a session.
public record OneShotServices(
    StoredSessionQueries queries,
    SessionInputs inputs,
    AgentRegistry agents,
    ModelAccess models,
    ModelPrices prices) {}
