package dev.drover.internal.agent;

import dev.drover.kernel.value.Identity;

/// A user of an agent and of the agents below it. Users without a name are one user.
///
/// @param agent the name of the agent without a parent
public record AgentUser(String agent, String tenant, String principal) {
  /// @param agent may be a child of the agent
  public static AgentUser of(String agent, Identity identity) {
    return new AgentUser(AgentPath.root(agent), identity.tenant(), identity.principal());
  }

  /// The identity that servers see. Other parts of an identity differ between sessions of a user.
  public Identity identity() {
    return Identity.ofTenant(tenant).principal(principal);
  }
}
