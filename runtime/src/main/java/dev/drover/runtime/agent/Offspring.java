package dev.drover.runtime.agent;

import dev.drover.kernel.Limits;
import dev.drover.kernel.Recipe;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.task.Subagent;
import dev.drover.runtime.task.TaskTool;
import java.util.List;

/// Makes the agent that works for another: the same folder, people, hooks and budgets, its policy
/// and what is denied beyond it, and of its tools those that it is given.
final class Offspring {
  static final String SEPARATOR = "/";

  private Offspring() {}

  static AgentSpec of(AgentSpec parent, Subagent subagent, Texts texts) {
    var model = subagent.model() == null ? parent.model() : subagent.model();
    var governance = parent.governance().denying(subagent.denied());
    var tools = tools(parent, subagent);
    var recipe =
        new Recipe(
            model.name(),
            texts.lasting(subagent.instructions()),
            tools.names(),
            tools.digest(),
            texts.lasting(governance.text()));
    return new AgentSpec(
        parent.name() + SEPARATOR + subagent.name(),
        model,
        subagent.instructions(),
        tools,
        governance,
        conduct(parent.conduct(), subagent),
        parent.workspace(),
        recipe);
  }

  private static Conduct conduct(Conduct parent, Subagent subagent) {
    var own = parent.limits();
    var limits =
        new Limits(
            Math.min(own.turns(), subagent.turns()),
            own.tokens(),
            own.attempts(),
            own.guard(),
            own.budgets());
    return new Conduct(
        limits,
        WhenBusy.REFUSE,
        parent.guard(),
        parent.attachmentBytes(),
        parent.delegates(),
        List.of());
  }

  private static Toolbox tools(AgentSpec parent, Subagent subagent) {
    int above = parent.name().split(SEPARATOR, -1).length;
    boolean isLowest = above >= parent.conduct().delegates().depth();
    return parent
        .tools()
        .only(
            tool ->
                (subagent.tools().isEmpty() || subagent.tools().contains(tool))
                    && !(isLowest && tool.equals(TaskTool.NAME)));
  }
}
