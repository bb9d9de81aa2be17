package dev.drover.kernel;

import java.util.List;

/// The whole of one model reply, after streaming has ended.
public record ModelReply(List<Block> blocks, StopReason stop, Usage usage) {
  public ModelReply {
    blocks = List.copyOf(blocks);
  }

  /// Why the model stopped, as the provider said it.
  public enum StopReason {
    DONE,
    CALLS,
    /// The output limit cut the reply.
    LENGTH
  }

  public List<ToolCall> calls() {
    if (blocks.stream().noneMatch(Block.Call.class::isInstance)) {
      return List.of();
    }
    return blocks.stream()
        .filter(Block.Call.class::isInstance)
        .map(block -> ((Block.Call) block).call())
        .toList();
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
