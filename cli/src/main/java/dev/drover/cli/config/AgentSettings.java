package dev.drover.cli.config;

import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.policy.Policy;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The agent that `run` and `resume` build.
///
/// @param script the file its model is played from; null if no model was chosen
/// @param budget tokens that one run may use
/// @param hooks programs of the person that are asked or told
public record AgentSettings(
    String name,
    @Nullable Path script,
    String instructions,
    Policy policy,
    int maxTurns,
    long budget,
    List<Hook> hooks) {
  public AgentSettings {
    hooks = List.copyOf(hooks);
  }
}
