package dev.drover.internal.task;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.delegation.AvailableSubagents;
import dev.drover.internal.delegation.TaskStarter;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.task.Subagent;
import dev.drover.task.SubagentRegistry;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/// Implements [SubagentRegistry].
public final class LiveSubagents implements SubagentRegistry {
  private final AgentRegistry agents;
  private final TaskStarter starter;
  private final String agent;

  public LiveSubagents(AgentRegistry agents, TaskStarter starter, String agent) {
    this.agents = agents;
    this.starter = starter;
    this.agent = agent;
  }

  @Override
  public void register(Subagent subagent) {
    nonNull(subagent, "subagent");
    change(delegates -> delegates.with(subagent));
  }

  @Override
  public boolean unregister(String name) {
    nonNull(name, "name");
    var found = new AtomicBoolean();
    change(
        delegates -> {
          found.set(delegates.find(name).isPresent());
          return delegates.without(name);
        });
    return found.get();
  }

  @Override
  public List<Subagent> all() {
    return Objects.requireNonNull(agents.find(agent)).conduct().delegates().all();
  }

  private void change(UnaryOperator<AvailableSubagents> change) {
    try {
      agents.replaceSubagents(agent, change, starter);
    } catch (IllegalArgumentException wrong) {
      throw new ConfigurationInvalid(
          "subagents",
          String.valueOf(wrong.getMessage()),
          "Correct it and register it again; one of its name is unregistered first.");
    }
  }
}
