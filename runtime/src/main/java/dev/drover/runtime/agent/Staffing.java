package dev.drover.runtime.agent;

import dev.drover.kernel.Recipe;
import dev.drover.runtime.task.Delegates;
import dev.drover.runtime.task.Delegation;
import dev.drover.runtime.task.TaskTool;

/// Makes the same agent with others to give work to: another tool `task`, or none, and a recipe
/// that says so.
final class Staffing {
  private Staffing() {}

  static AgentSpec of(AgentSpec agent, Delegates delegates, Delegation delegation) {
    var tools =
        delegates.all().isEmpty()
            ? agent.tools().only(name -> !name.equals(TaskTool.NAME))
            : agent.tools().with(new TaskTool(delegates, delegation));
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
