package dev.drover.kernel;

import java.util.List;

/// One entry of the conversation as the model is to see it.
public sealed interface Message {
  /// @param media what goes with the words: images, documents
  record User(Text text, List<Media> media) implements Message {
    public User {
      NullChecks.nonNull(text, "User.text");
      media = NullChecks.list(media, "User.media");
    }

    public User(Text text) {
      this(text, List.of());
    }
  }

  record Assistant(List<Block> blocks, Ending ending) implements Message {
    public Assistant {
      NullChecks.nonNull(ending, "Assistant.ending");
      blocks = NullChecks.list(blocks, "Assistant.blocks");
    }
  }

  record ToolResult(
      EffectId effect, String callId, String tool, ToolOutcome outcome, List<Label> labels)
      implements Message {
    public ToolResult {
      NullChecks.nonNull(effect, "ToolResult.effect");
      NullChecks.nonNull(callId, "ToolResult.callId");
      NullChecks.nonNull(tool, "ToolResult.tool");
      NullChecks.nonNull(outcome, "ToolResult.outcome");
      labels = NullChecks.list(labels, "ToolResult.labels");
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
