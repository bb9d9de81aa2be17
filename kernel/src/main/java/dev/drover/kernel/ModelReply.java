package dev.drover.kernel;

import java.util.ArrayList;
import java.util.List;

/// The whole of one model reply, after streaming has ended.
public record ModelReply(List<Block> blocks, StopReason stop, Usage usage) {
  public ModelReply {
    NullChecks.nonNull(stop, "ModelReply.stop");
    NullChecks.nonNull(usage, "ModelReply.usage");
    blocks = NullChecks.list(blocks, "ModelReply.blocks");
  }

  /// Why the model stopped, as the provider said it.
  public enum StopReason {
    DONE,
    CALLS,
    /// The output limit cut the reply.
    LENGTH,
    /// The provider, or the model, will not answer this.
    REFUSED
  }

  /// Whether the model came to an end of its own: what it says and calls is what it meant to.
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
    if (blocks.size() == 1 && blocks.getFirst() instanceof Block.Call(var only)) {
      return List.of(only);
    }
    var calls = new ArrayList<ToolCall>(blocks.size());
    for (var block : blocks) {
      if (block instanceof Block.Call(var call)) {
        calls.add(call);
      }
    }
    return calls;
  }

  public boolean hasCalls() {
    for (var block : blocks) {
      if (block instanceof Block.Call) {
        return true;
      }
    }
    return false;
  }

  /// What the user reads. A reply has one block of prose: whoever builds it joins the pieces,
  /// because pieces that are stored outside the journal cannot be joined here.
  public Text answer() {
    Text last = Text.EMPTY;
    for (var block : blocks) {
      if (block instanceof Block.Prose(var text)) {
        last = text;
      }
    }
    return last;
  }
}
