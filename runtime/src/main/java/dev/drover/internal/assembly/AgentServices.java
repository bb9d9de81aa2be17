package dev.drover.internal.assembly;

import dev.drover.budget.ModelPrices;
import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.agent.ModelLookup;
import dev.drover.internal.agent.WorkerModels;
import dev.drover.internal.handle.SessionOpener;
import dev.drover.internal.handoff.SessionHandOff;
import dev.drover.internal.mcp.AgentConnections;
import dev.drover.internal.task.ChildTaskStarter;
import dev.drover.internal.task.LiveSubagents;
import dev.drover.internal.text.EventTexts;
import dev.drover.task.SubagentRegistry;

/// The services that agents are built and run with.
///
/// @param added called when an agent was registered, so that its unfinished runs are continued
public record AgentServices(
    AgentRegistry agents,
    ModelLookup models,
    WorkerModels workerModels,
    ModelPrices prices,
    ChildTaskStarter tasks,
    SessionHandOff handOff,
    SessionOpener opener,
    AgentConnections connections,
    Runnable added) {
  /// Makes an agent known: sessions can be opened with it, its servers are asked for their tools,
  /// and its unfinished runs are continued.
  public void register(AgentSpec spec, AgentRegistry.Precedence precedence) {
    agents.register(spec, precedence, tasks);
    connections.refresh(spec.name());
    added.run();
  }

  public EventTexts texts() {
    return tasks.texts();
  }

  public SubagentRegistry subagents(String agent) {
    return new LiveSubagents(agents, tasks, agent);
  }
}
