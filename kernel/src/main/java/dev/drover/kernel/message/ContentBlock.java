package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.Text;

/// One part of a model reply, in its original order.
public sealed interface ContentBlock {
  record Prose(Text text) implements ContentBlock {
    public Prose {
      NullChecks.nonNull(text, "Prose.text");
    }
  }

  record Reasoning(Text text) implements ContentBlock {
    public Reasoning {
      NullChecks.nonNull(text, "Reasoning.text");
    }
  }

  record Call(ToolCall call) implements ContentBlock {
    public Call {
      NullChecks.nonNull(call, "Call.call");
    }
  }

  /// Data that only the model that produced it can read, such as sealed reasoning. It belongs to
  /// the preceding block, and is returned to that model only.
  ///
  /// @param model as `provider/model`
  /// @param data in the format of the model's adapter
  record Opaque(String model, Text data) implements ContentBlock {
    public Opaque {
      NullChecks.nonNull(model, "Opaque.model");
      NullChecks.nonNull(data, "Opaque.data");
    }
  }
}
