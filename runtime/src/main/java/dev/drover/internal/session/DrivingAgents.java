package dev.drover.internal.session;

import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.judge.EffectivePolicy;
import dev.drover.kernel.machine.SessionState;
import org.jspecify.annotations.Nullable;

/// Finds the agent that can drive a session: the session's own agent, if it is registered in this
/// process with the checker that the session was created with.
public record DrivingAgents(AgentRegistry agents, EffectivePolicy policies) {
  /// @return null if no agent in this process can drive the session
  public @Nullable AgentSpec find(SessionState state) {
    var agent = agents.of(state);
    return agent == null || policies.missingChecker(agent, state).isPresent() ? null : agent;
  }
}
