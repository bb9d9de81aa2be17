package dev.drover.runtime.agent;

import dev.drover.kernel.Recipe;
import dev.drover.spi.model.Model;
import java.nio.file.Path;

/// All there is to know about an agent. Immutable: a change is another one.
///
/// @param instructions in full; the recipe may only name where they are kept
public record AgentSpec(
    String name,
    Model model,
    String instructions,
    Toolbox tools,
    Governance governance,
    Conduct conduct,
    Path workspace,
    Recipe recipe) {}
