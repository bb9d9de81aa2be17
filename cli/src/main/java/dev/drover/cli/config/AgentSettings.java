package dev.drover.cli.config;

import dev.drover.runtime.compact.CompactionPolicy;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.policy.Policy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The agent that `run` and `resume` build.
///
/// @param instructions null for [DefaultInstructions]
/// @param budget tokens that one run may use
/// @param hooks programs of the person that are asked or told
/// @param compaction when conversations are made shorter
public record AgentSettings(
    String name,
    ModelChoices models,
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
  AgentSettings with(ModelChoice model) {
    return new AgentSettings(
        name,
        new ModelChoices(model, models.fallbacks()),
        instructions,
        policy,
        maxTurns,
        budget,
        hooks,
        compaction);
  }

  public ModelChoice model() {
    return models.first();
  }
}
