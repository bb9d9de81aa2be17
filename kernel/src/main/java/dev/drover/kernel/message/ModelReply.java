package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.util.ArrayList;
import java.util.List;

/// One complete model reply, after streaming has ended.
public record ModelReply(List<ContentBlock> blocks, StopReason stop, Usage usage) {
  public ModelReply {
    NullChecks.nonNull(stop, "ModelReply.stop");
    NullChecks.nonNull(usage, "ModelReply.usage");
    blocks = NullChecks.list(blocks, "ModelReply.blocks");
  }

  /// Why the model stopped, as reported by the provider.
  public enum StopReason {
    DONE,
    CALLS,
    /// The output limit cut the reply.
    LENGTH,
    /// The provider or the model refuses to answer this.
    REFUSED
  }

  /// Whether the model ended the reply itself, so that its text and calls are as intended.
  public boolean isWhole() {
    return switch (stop) {
      case DONE, CALLS -> true;
      case LENGTH, REFUSED -> false;
    };
  }

  public List<ToolCall> calls() {
    if (!hasCalls()) {
      return List.of();
    }
    if (blocks.size() == 1 && blocks.getFirst() instanceof ContentBlock.Call(var only)) {
      return List.of(only);
    }
    var calls = new ArrayList<ToolCall>(blocks.size());
    for (var block : blocks) {
      if (block instanceof ContentBlock.Call(var call)) {
        calls.add(call);
      }
    }
    return calls;
  }

  public boolean hasCalls() {
    for (var block : blocks) {
      if (block instanceof ContentBlock.Call) {
        return true;
      }
    }
    return false;
  }

  /// The text for the user. A reply has one block of prose: its builder joins the pieces, because
  /// pieces that are stored outside the journal cannot be joined here.
  public Text answer() {
    Text last = Text.EMPTY;
    for (var block : blocks) {
      if (block instanceof ContentBlock.Prose(var text)) {
        last = text;
      }
    }
    return last;
  }
}
