package dev.drover.cli.config;

import dev.drover.runtime.policy.Policy;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The agent that `run` and `resume` build.
///
/// @param script the file its model is played from; null if no model was chosen
/// @param budget tokens that one run may use
public record AgentSettings(
    String name,
    @Nullable Path script,
    String instructions,
    Policy policy,
    int maxTurns,
    long budget) {}
