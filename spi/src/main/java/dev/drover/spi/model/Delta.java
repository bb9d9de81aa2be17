package dev.drover.spi.model;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.NullChecks;

/// A fragment shown live and forgotten; the event that settles it has the whole.
public sealed interface Delta {
  String text();

  record TextDelta(String text) implements Delta {
    public TextDelta {
      NullChecks.nonNull(text, "TextDelta.text");
    }
  }

  record ReasoningDelta(String text) implements Delta {
    public ReasoningDelta {
      NullChecks.nonNull(text, "ReasoningDelta.text");
    }
  }

  /// A piece of the arguments of a call that the model is making.
  ///
  /// @param callId as the model names the call
  record ToolInputDelta(String callId, String tool, String text) implements Delta {
    public ToolInputDelta {
      NullChecks.nonNull(callId, "ToolInputDelta.callId");
      NullChecks.nonNull(tool, "ToolInputDelta.tool");
      NullChecks.nonNull(text, "ToolInputDelta.text");
    }
  }

  /// Something a running tool printed.
  record ToolOutputDelta(EffectId effect, String text) implements Delta {
    public ToolOutputDelta {
      NullChecks.nonNull(effect, "ToolOutputDelta.effect");
      NullChecks.nonNull(text, "ToolOutputDelta.text");
    }
  }
}
