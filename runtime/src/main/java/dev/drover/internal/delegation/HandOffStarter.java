package dev.drover.internal.delegation;

import dev.drover.kernel.message.ToolAnswer;
import dev.drover.spi.tool.ToolInvocation;

/// Hands the conversation of a call off.
@FunctionalInterface
public interface HandOffStarter {
  /// Idempotent: the same call returns the same successor.
  ToolAnswer handOff(ToolInvocation call, String agent, String message);
}
