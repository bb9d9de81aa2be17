package dev.drover.internal.tool;

import dev.drover.conformance.ToolTestCall;
import dev.drover.conformance.ToolTestSession;
import dev.drover.kernel.value.EffectId;
import java.nio.file.Path;

/// A call with these arguments and no special properties.
public final class PlainToolCall extends ToolTestCall {
  public PlainToolCall(String arguments) {
    super(new ToolTestSession(Path.of("/work")), arguments, new EffectId(7));
  }
}
