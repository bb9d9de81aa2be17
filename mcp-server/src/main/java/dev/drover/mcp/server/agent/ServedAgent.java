package dev.drover.mcp.server.agent;

import dev.drover.Agent;

/// An agent that clients can call.
///
/// @param description for the model of the client
public record ServedAgent(Agent agent, String description) {
  String name() {
    return agent.name();
  }
}
