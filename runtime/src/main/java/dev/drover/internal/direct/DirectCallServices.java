package dev.drover.internal.direct;

import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.dispatch.HostCallJudge;
import dev.drover.internal.inbox.SessionMessages;
import dev.drover.internal.judge.EffectivePolicy;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.run.RunCancellation;
import dev.drover.internal.text.EventTexts;
import dev.drover.spi.time.Time;

/// The services that make direct calls.
public record DirectCallServices(
    StoredSessionQueries queries,
    SessionMessages messages,
    AgentRegistry agents,
    EffectivePolicy policies,
    HostCallJudge judge,
    EventTexts texts,
    RunCancellation cancellation,
    Time time) {}
