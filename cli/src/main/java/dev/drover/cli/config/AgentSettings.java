package dev.drover.cli.config;

import dev.drover.compaction.CompactionPolicy;
import dev.drover.hook.Hook;
import dev.drover.policy.Policy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Settings of the agent that `run` and `resume` build.
///
/// @param instructions null for [DefaultInstructions]
/// @param budget the token limit of one run
/// @param hooks the person's own gate and observer programs
/// @param compaction when conversations are compacted
public record AgentSettings(
    String name,
    ModelFallbackChain models,
    @Nullable String instructions,
    Policy policy,
    int maxTurns,
    long budget,
    List<Hook> hooks,
    CompactionPolicy compaction) {
  public AgentSettings {
    hooks = List.copyOf(hooks);
  }

  /// The same agent with another model; its fallbacks stay.
  AgentSettings with(ModelSelection model) {
    return new AgentSettings(
        name,
        new ModelFallbackChain(model, models.fallbacks()),
        instructions,
        policy,
        maxTurns,
        budget,
        hooks,
        compaction);
  }

  public ModelSelection model() {
    return models.first();
  }
}
