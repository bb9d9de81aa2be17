package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.Text;

/// A call requested by the model: a tool by name, with arguments as JSON text.
///
/// @param callId the model's own id for the call; it may repeat, so it never identifies an effect
public record ToolCall(String callId, String tool, Text arguments) {
  public ToolCall {
    NullChecks.nonNull(callId, "ToolCall.callId");
    NullChecks.nonNull(tool, "ToolCall.tool");
    NullChecks.nonNull(arguments, "ToolCall.arguments");
  }
}
