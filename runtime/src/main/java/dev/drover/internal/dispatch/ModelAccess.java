package dev.drover.internal.dispatch;

import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.cluster.LeaseCheck;
import dev.drover.internal.cluster.ProcessLease;
import dev.drover.internal.effect.EffectServices;
import dev.drover.internal.judge.GrantedRules;
import dev.drover.internal.model.ModelAttempts;
import dev.drover.internal.model.OneShotPerformer;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.machine.SessionState;
import dev.drover.spi.time.Time;
import java.util.Objects;

/// What model calls outside of a run need: quotas and retries, the performers that make the call,
/// standing rules and the process lease. Safe for use by any thread.
public record ModelAccess(
    ModelAttempts attempts,
    EffectPerformers performers,
    OneShotPerformer inquirer,
    GrantedRules rules,
    EventTexts texts,
    Time time,
    ProcessLease presence,
    SessionResources resources) {
  /// The services for a call. Monitoring of the process lease starts now.
  public EffectServices services(SessionState state, AgentSpec agent) {
    var session = Objects.requireNonNull(state.profile().session());
    return new DetachedEffectServices(session, agent, resources, LeaseCheck.now(presence));
  }
}
