package dev.drover.kernel;

/// What the model asked for: a tool by name, with arguments as JSON text.
///
/// @param callId the model's own name for the call; it may repeat, so it never identifies an effect
public record ToolCall(String callId, String tool, Text arguments) {
  public ToolCall {
    NullChecks.nonNull(callId, "ToolCall.callId");
    NullChecks.nonNull(tool, "ToolCall.tool");
    NullChecks.nonNull(arguments, "ToolCall.arguments");
  }
}
