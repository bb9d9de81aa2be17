package dev.drover.internal.delegation;

/// An agent to which a conversation can be handed off.
///
/// @param agent its name
/// @param description for the model that chooses between them: what it is good at
public record HandOffTarget(String agent, String description) {
  public HandOffTarget {
    if (agent.isBlank() || description.isBlank()) {
      throw new IllegalArgumentException("name the successor, and say what it is good at");
    }
  }
}
