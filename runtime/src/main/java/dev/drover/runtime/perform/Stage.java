package dev.drover.runtime.perform;

import dev.drover.kernel.SessionState;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.quota.Admission;
import dev.drover.spi.model.DeltaSink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an effect is performed on: whose it is, and the state at the moment it fell due.
///
/// @param grants rules that people added for always
/// @param deltas where fragments go
/// @param admission whether the provider may be asked; null if the effect asks none
public record Stage(
    AgentSpec agent,
    SessionState state,
    List<String> grants,
    DeltaSink deltas,
    Desk desk,
    Admission.@Nullable Final admission) {}
