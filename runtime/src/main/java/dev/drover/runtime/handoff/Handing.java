package dev.drover.runtime.handoff;

import dev.drover.kernel.ToolAnswer;
import dev.drover.spi.tool.ToolInvocation;

/// Hands the conversation of a call on.
@FunctionalInterface
public interface Handing {
  /// The same call twice names the same successor.
  ToolAnswer handOff(ToolInvocation call, String agent, String message);
}
