package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import java.util.List;

/// One entry of the conversation as the model sees it.
public sealed interface Message {
  /// @param media attached to the text: images, documents
  record User(Text text, List<Media> media) implements Message {
    public User {
      NullChecks.nonNull(text, "User.text");
      media = NullChecks.list(media, "User.media");
    }

    public User(Text text) {
      this(text, List.of());
    }
  }

  record Assistant(List<ContentBlock> blocks, Ending ending) implements Message {
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

  /// Whether the model finished its reply.
  enum Ending {
    WHOLE,
    INTERRUPTED
  }
}
