package dev.drover.runtime.agent;

import dev.drover.kernel.Recipe;
import dev.drover.runtime.foreign.ForeignModel;
import dev.drover.spi.model.Model;
import java.nio.file.Path;

/// All there is to know about an agent. Immutable: a change is another one.
///
/// @param instructions in full; the recipe may only name where they are kept
public record AgentSpec(
    String name,
    ForeignModel model,
    String instructions,
    Toolbox tools,
    Governance governance,
    Conduct conduct,
    Path workspace,
    Recipe recipe) {
  /// The same agent as far as a run or a summary has come with it: at one of its fallbacks, if its
  /// own model was replaced by that.
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

  /// The same, with another model for one question.
  public AgentSpec asking(Model other) {
    return new AgentSpec(
        name, ForeignModel.of(other), instructions, tools, governance, conduct, workspace, recipe);
  }
}
