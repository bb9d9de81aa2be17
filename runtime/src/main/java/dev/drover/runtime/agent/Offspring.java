package dev.drover.runtime.agent;

import dev.drover.kernel.Limits;
import dev.drover.kernel.Recipe;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.foreign.ForeignModel;
import dev.drover.runtime.handoff.HandOffTool;
import dev.drover.runtime.task.Subagent;
import dev.drover.runtime.task.TaskTool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes the agent that works for another: the same folder, people, hooks and budgets, its policy
/// and what is denied beyond it, and of its tools those that it is given.
final class Offspring {
  private Offspring() {}

  static AgentSpec of(AgentSpec parent, Subagent subagent, Texts texts) {
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
        parent.name() + Lineage.SEPARATOR + subagent.name(),
        model,
        subagent.instructions(),
        tools,
        governance,
        conduct(parent.conduct(), subagent.turns(), fallbacks(parent, subagent)),
        parent.workspace(),
        recipe);
  }

  /// One that is not known here any more, from what its child has written down of it.
  ///
  /// @param ancestor the nearest above it that is known
  /// @return null if its model cannot be had from there
  static @Nullable AgentSpec revived(AgentSpec ancestor, String name, Recipe recipe, Texts texts) {
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
            : ancestor.governance().with(Governance.policyIn(texts.read(recipe.policy()))),
        conduct(
            ancestor.conduct(), ancestor.conduct().limits().turns(), same.conduct().fallbacks()),
        ancestor.workspace(),
        recipe);
  }

  /// Whoever has a model of its own has its own fallbacks, and no others. One that is given the
  /// model that its parent has anyway, and no fallbacks, has those of its parent.
  private static Fallbacks fallbacks(AgentSpec parent, Subagent subagent) {
    var given = subagent.model();
    var inherited = parent.conduct().fallbacks();
    var prices = parent.conduct().delegates().prices();
    if (given == null
        || (subagent.fallbacks().isEmpty()
            && ForeignModel.of(given).name().equals(parent.model().name()))) {
      return inherited;
    }
    return new Fallbacks(
        subagent.fallbacks().stream()
            .map(ForeignModel::of)
            .map(next -> new Fallbacks.Choice(next, prices.of(next.name()).orElse(null)))
            .toList(),
        inherited.patience());
  }

  private static Conduct conduct(Conduct parent, int turns, Fallbacks fallbacks) {
    var own = parent.limits();
    var limits =
        new Limits(
            Math.min(own.turns(), turns), own.tokens(), own.attempts(), own.guard(), own.budgets());
    return new Conduct(
        limits,
        WhenBusy.REFUSE,
        parent.guard(),
        parent.attachmentBytes(),
        parent.delegates(),
        parent.compaction(),
        fallbacks,
        List.of());
  }

  private static Toolbox tools(AgentSpec parent, Subagent subagent) {
    boolean isLowest = Lineage.depth(parent.name()) + 1 >= parent.conduct().delegates().depth();
    return parent
        .tools()
        .only(
            tool ->
                (subagent.tools().isEmpty() || subagent.tools().contains(tool))
                    && !(isLowest && tool.equals(TaskTool.NAME))
                    && !tool.equals(HandOffTool.NAME));
  }
}
