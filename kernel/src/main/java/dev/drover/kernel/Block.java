package dev.drover.kernel;

/// One piece of what a model said, in the order in which it said it.
public sealed interface Block {
  record Prose(Text text) implements Block {}

  record Reasoning(Text text) implements Block {}

  record Call(ToolCall call) implements Block {}
}
