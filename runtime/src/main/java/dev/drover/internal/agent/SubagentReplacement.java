package dev.drover.internal.agent;

import dev.drover.internal.delegation.AvailableSubagents;
import dev.drover.internal.delegation.HandOffTool;
import dev.drover.internal.delegation.TaskStarter;
import dev.drover.internal.delegation.TaskTool;
import dev.drover.internal.foreign.ForeignTool;
import dev.drover.kernel.event.Recipe;
import dev.drover.task.Subagent;
import java.util.HashSet;
import java.util.Set;

/// Rebuilds an agent with other subagents: with another tool `task`, or none, and a matching
/// recipe.
public final class SubagentReplacement {
  /// Tools that standard subagents name, regardless of which of them an agent has.
  private static final Set<String> SHIPPED =
      Set.of(
          "artifact",
          "bash",
          "edit",
          "fetch",
          "glob",
          "grep",
          "ls",
          "patch",
          "process",
          "read",
          "task",
          "write");

  private SubagentReplacement() {}

  /// A name that is neither a tool of the agent nor one that comes with Drover is a mistake: the
  /// subagent would work without that tool.
  ///
  /// @throws IllegalArgumentException naming the tool, and similar names
  public static void requireTools(AvailableSubagents delegates, AgentToolSet tools) {
    for (var subagent : delegates.all()) {
      var own = ownNames(subagent, tools);
      for (var tool : subagent.tools()) {
        if (tools.find(tool).isEmpty() && !SHIPPED.contains(tool) && !own.contains(tool)) {
          throw new IllegalArgumentException(
              "subagent '%s' names the tool '%s', which the agent does not have; %s"
                  .formatted(subagent.name(), tool, tools.closeTo(tool)));
        }
      }
    }
  }

  /// A rule about a tool must not mean another tool for a subagent.
  private static Set<String> ownNames(Subagent subagent, AgentToolSet tools) {
    var names = new HashSet<String>();
    for (var tool : subagent.ownTools()) {
      var name = ForeignTool.of(tool).spec().name();
      if (tools.find(name).isPresent()
          || name.equals(TaskTool.NAME)
          || name.equals(HandOffTool.NAME)
          || !names.add(name)) {
        throw new IllegalArgumentException(
            "subagent '%s' brings a tool '%s', and there is one of that name already"
                .formatted(subagent.name(), name));
      }
    }
    return names;
  }

  static AgentSpec of(AgentSpec agent, AvailableSubagents delegates, TaskStarter delegation) {
    var tools =
        delegates.all().isEmpty()
            ? agent.tools().only(name -> !name.equals(TaskTool.NAME))
            : agent.tools().with(new TaskTool(delegates, delegation));
    requireTools(delegates, tools);
    var was = agent.recipe();
    return new AgentSpec(
        agent.name(),
        agent.model(),
        agent.instructions(),
        tools,
        agent.governance(),
        agent.conduct().with(delegates),
        agent.workspace(),
        new Recipe(was.model(), was.instructions(), tools.names(), tools.digest(), was.policy()));
  }
}
