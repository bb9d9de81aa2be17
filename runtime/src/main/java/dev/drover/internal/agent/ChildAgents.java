package dev.drover.internal.agent;

import dev.drover.internal.delegation.HandOffTool;
import dev.drover.internal.delegation.TaskTool;
import dev.drover.internal.foreign.ForeignModel;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.task.Subagent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Builds the child of an agent: with the same folder, people, hooks and budgets, the same policy
/// plus its own deny rules, and the tools that it is given.
final class ChildAgents {
  private ChildAgents() {}

  static AgentSpec of(AgentSpec parent, Subagent subagent, EventTexts texts) {
    var own = subagent.model();
    var model = own == null ? parent.model() : ForeignModel.of(own);
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
        parent.name() + AgentPath.SEPARATOR + subagent.name(),
        model,
        subagent.instructions(),
        tools,
        governance,
        conduct(parent.conduct(), subagent.turns(), fallbacks(parent, subagent)),
        parent.workspace(),
        recipe);
  }

  /// Rebuilds an agent that is no longer known here, from the recipe in its child's journal.
  ///
  /// @param ancestor its nearest known ancestor
  /// @return null if its model cannot be found there
  static @Nullable AgentSpec revived(
      AgentSpec ancestor, String name, Recipe recipe, EventTexts texts) {
    var same = ancestor.at(recipe.model());
    if (!same.model().name().equals(recipe.model())) {
      return null;
    }
    return new AgentSpec(
        name,
        same.model(),
        texts.read(recipe.instructions()),
        ancestor.tools().only(recipe.tools()::contains),
        recipe.policy().isEmpty()
            ? ancestor.governance()
            : ancestor.governance().with(CallGovernance.policyIn(texts.read(recipe.policy()))),
        conduct(
            ancestor.conduct(), ancestor.conduct().limits().turns(), same.conduct().fallbacks()),
        ancestor.workspace(),
        recipe);
  }

  /// A subagent with its own model has only its own fallbacks. A subagent whose own model is the
  /// parent's model, without fallbacks, has the parent's fallbacks.
  private static FallbackModels fallbacks(AgentSpec parent, Subagent subagent) {
    var given = subagent.model();
    var inherited = parent.conduct().fallbacks();
    var prices = parent.conduct().delegates().prices();
    if (given == null
        || (subagent.fallbacks().isEmpty()
            && ForeignModel.of(given).name().equals(parent.model().name()))) {
      return inherited;
    }
    return new FallbackModels(
        subagent.fallbacks().stream()
            .map(ForeignModel::of)
            .map(next -> new FallbackModels.Choice(next, prices.of(next.name()).orElse(null)))
            .toList(),
        inherited.patience());
  }

  private static RunSettings conduct(RunSettings parent, int turns, FallbackModels fallbacks) {
    var own = parent.limits();
    var limits =
        new RunLimits(
            Math.min(own.turns(), turns), own.tokens(), own.attempts(), own.guard(), own.budgets());
    return new RunSettings(
        limits,
        WhenBusy.REFUSE,
        parent.guard(),
        parent.attachmentBytes(),
        parent.delegates(),
        parent.compaction(),
        fallbacks,
        List.of());
  }

  private static AgentToolSet tools(AgentSpec parent, Subagent subagent) {
    boolean isLowest = AgentPath.depth(parent.name()) + 1 >= parent.conduct().delegates().depth();
    return parent
        .tools()
        .only(
            tool ->
                (subagent.tools().isEmpty() || subagent.tools().contains(tool))
                    && !(isLowest && tool.equals(TaskTool.NAME))
                    && !tool.equals(HandOffTool.NAME))
        .plus(subagent.ownTools());
  }
}
