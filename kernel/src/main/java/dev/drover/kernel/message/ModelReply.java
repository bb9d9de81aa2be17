package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /// Whether an answer is complete. A run with a cut or empty answer has completed, and its reader
  /// must know that something is missing.
  public enum AnswerEnding {
    WHOLE,
    /// The model's output limit was reached.
    CUT,
    /// The model ended its reply without text.
    EMPTY;

    /// The problem of an answer that is incomplete; null if it is complete.
    public @Nullable Problem problem() {
      return switch (this) {
        case WHOLE -> null;
        case CUT ->
            new Problem(
                "answer_cut",
                "The answer was cut",
                "the model's output limit was reached before the answer was complete",
                "Ask it to go on, ask for less at once, or allow the model a longer reply.");
        case EMPTY ->
            new Problem(
                "answer_empty",
                "The answer is empty",
                "the model ended its reply without a word",
                "Ask again, or ask another model.");
      };
    }

    /// The text of an answer, followed by a notice if it is incomplete.
    public String withNotice(String words) {
      return switch (this) {
        case WHOLE -> words;
        case CUT ->
            mark(words, "[The answer was cut by the model's output limit; its end is missing.]");
        case EMPTY -> "[The answer is empty.]";
      };
    }

    private static String mark(String words, String line) {
      return words.isBlank() ? line : words + "\n\n" + line;
    }

    /// The ending of the answer in a reply. A reply that was cut before any text is cut.
    public static AnswerEnding of(ModelReply reply) {
      if (reply.stop() == ModelReply.StopReason.LENGTH) {
        return CUT;
      }
      return reply.answer() instanceof Text.Inline(var words) && words.isBlank() ? EMPTY : WHOLE;
    }
  }
}
