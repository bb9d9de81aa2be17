package dev.drover.runtime.handoff;

/// Somebody that an agent can hand a conversation to.
///
/// @param agent its name
/// @param description for the model that chooses between them: what it is good at
public record Successor(String agent, String description) {
  public Successor {
    if (agent.isBlank() || description.isBlank()) {
      throw new IllegalArgumentException("name the successor, and say what it is good at");
    }
  }
}
