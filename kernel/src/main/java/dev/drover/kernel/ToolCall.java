package dev.drover.kernel;

/// What the model asked for: a tool by name, with arguments as JSON text.
///
/// @param callId the model's own name for the call; it may repeat, so it never identifies an effect
public record ToolCall(String callId, String tool, Text arguments) {}
