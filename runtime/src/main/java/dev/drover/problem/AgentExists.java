package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import java.util.List;

/// An agent was built under the name of a different agent, whose sessions it would have changed.
public final class AgentExists extends DroverException {
  public static final String CODE = "agent_exists";
  private static final long serialVersionUID = 1L;

  private final transient List<String> differences;

  /// @param differences the settings that differ, with the names of the builder's methods
  public AgentExists(String agent, List<String> differences) {
    super(
        new Problem(
            CODE,
            "The agent exists",
            "agent '%s' was built before with other %s"
                .formatted(agent, String.join(", ", differences)),
            "Give it another name, or build it with replacing() if it is to take the place of the"
                + " first one in all its sessions."),
        null);
    this.differences = List.copyOf(differences);
  }

  /// The settings that differ, with the names of the builder's methods.
  public List<String> differences() {
    return differences;
  }
}
