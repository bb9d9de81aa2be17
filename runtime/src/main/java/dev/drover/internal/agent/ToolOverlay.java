package dev.drover.internal.agent;

import dev.drover.kernel.value.Problem;
import java.util.List;
import java.util.function.UnaryOperator;

/// The tools that one user, or one session, has in addition to those of the agent.
///
/// @param added adds them to other tools
/// @param problems with these tools, for people
public record ToolOverlay(UnaryOperator<AgentToolSet> added, List<Problem> problems) {
  public ToolOverlay {
    problems = List.copyOf(problems);
  }
}
