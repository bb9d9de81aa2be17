package dev.drover.runtime.perform;

import dev.drover.kernel.SessionState;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.spi.model.DeltaSink;
import java.util.List;

/// What an effect is performed on: whose it is, and the state at the moment it fell due.
///
/// @param grants rules that people added for always
/// @param deltas where fragments go
public record Stage(
    AgentSpec agent, SessionState state, List<String> grants, DeltaSink deltas, Desk desk) {}
