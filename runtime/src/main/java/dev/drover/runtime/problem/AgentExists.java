package dev.drover.runtime.problem;

import dev.drover.kernel.Problem;
import java.util.List;

/// An agent was to be built under the name of another one, whose sessions it would have changed.
public final class AgentExists extends DroverException {
  public static final String CODE = "agent_exists";
  private static final long serialVersionUID = 1L;

  private final transient List<String> differences;

  /// @param differences what the two do not have in common, in the words of the builder
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

  /// What the two do not have in common, in the words of the builder.
  public List<String> differences() {
    return differences;
  }
}
