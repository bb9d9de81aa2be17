package dev.drover.internal.agent;

import dev.drover.internal.foreign.ForeignModel;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.value.Problem;
import dev.drover.spi.model.Model;
import java.nio.file.Path;
import java.util.List;

/// All settings of an agent. Immutable.
///
/// @param instructions the complete text; the recipe may only name a blob
public record AgentSpec(
    String name,
    ForeignModel model,
    String instructions,
    AgentToolSet tools,
    CallGovernance governance,
    RunSettings conduct,
    Path workspace,
    Recipe recipe) {
  public AgentSpec {
    // A search must not find what the policy hides from the model.
    tools = tools.hiding(governance.policy()::hides);
  }

  /// Returns this agent with its current model: one of its fallbacks, if its own model was replaced
  /// by that.
  public AgentSpec at(String current) {
    int place = conduct.fallbacks().find(current);
    return place < 0
        ? this
        : new AgentSpec(
            name,
            conduct.fallbacks().choices().get(place).model(),
            instructions,
            tools,
            governance,
            conduct.with(conduct.fallbacks().behind(place)),
            workspace,
            recipe.withModel(current));
  }

  /// Returns this agent with other tools.
  ///
  /// @param problems with the tools, in place of earlier ones
  AgentSpec with(AgentToolSet others, List<Problem> problems) {
    return with(others, conduct.withToolProblems(problems));
  }

  /// Returns this agent with more tools, and the problems of all.
  AgentSpec with(ToolOverlay more) {
    return with(more.added().apply(tools), conduct.plusProblems(more.problems()));
  }

  private AgentSpec with(AgentToolSet others, RunSettings settings) {
    return new AgentSpec(
        name,
        model,
        instructions,
        others,
        governance,
        settings,
        workspace,
        new Recipe(
            recipe.model(),
            recipe.instructions(),
            others.names(),
            others.digest(),
            recipe.policy()));
  }

  /// Returns this agent with another model for one call.
  public AgentSpec asking(Model other) {
    return new AgentSpec(
        name, ForeignModel.of(other), instructions, tools, governance, conduct, workspace, recipe);
  }
}
