package dev.drover.kernel;

/// One piece of what a model said, in the order in which it said it.
public sealed interface Block {
  record Prose(Text text) implements Block {
    public Prose {
      NullChecks.nonNull(text, "Prose.text");
    }
  }

  record Reasoning(Text text) implements Block {
    public Reasoning {
      NullChecks.nonNull(text, "Reasoning.text");
    }
  }

  record Call(ToolCall call) implements Block {
    public Call {
      NullChecks.nonNull(call, "Call.call");
    }
  }

  /// Something that only the model that made it can read, such as its sealed reasoning. It belongs
  /// to the block before it, and goes back to that model and to no other.
  ///
  /// @param model as `provider/model`
  /// @param data in a form of the model's adapter
  record Opaque(String model, Text data) implements Block {
    public Opaque {
      NullChecks.nonNull(model, "Opaque.model");
      NullChecks.nonNull(data, "Opaque.data");
    }
  }
}
