package dev.drover.spi.model;

import dev.drover.kernel.EffectId;

/// A fragment shown live and forgotten; the event that settles it has the whole.
public sealed interface Delta {
  String text();

  record TextDelta(String text) implements Delta {}

  record ReasoningDelta(String text) implements Delta {}

  /// A piece of the arguments of a call that the model is making.
  ///
  /// @param callId as the model names the call
  record ToolInputDelta(String callId, String tool, String text) implements Delta {}

  /// Something a running tool printed.
  record ToolOutputDelta(EffectId effect, String text) implements Delta {}
}
