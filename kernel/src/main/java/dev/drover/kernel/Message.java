package dev.drover.kernel;

import java.util.List;

/// One entry of the conversation as the model is to see it.
public sealed interface Message {
  /// @param media what goes with the words: images, documents
  record User(Text text, List<Media> media) implements Message {
    public User {
      media = List.copyOf(media);
    }

    public User(Text text) {
      this(text, List.of());
    }
  }

  record Assistant(List<Block> blocks, Ending ending) implements Message {
    public Assistant {
      blocks = List.copyOf(blocks);
    }
  }

  record ToolResult(
      EffectId effect, String callId, String tool, ToolOutcome outcome, List<Label> labels)
      implements Message {
    public ToolResult {
      labels = List.copyOf(labels);
    }

    public ToolResult(EffectId effect, String callId, String tool, ToolOutcome outcome) {
      this(effect, callId, tool, outcome, List.of());
    }
  }

  /// Whether the model got to the end of what it was saying.
  enum Ending {
    WHOLE,
    INTERRUPTED
  }
}
