package dev.drover.kernel.machine;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import java.util.List;

/// An upper estimate of the tokens of a message, without reading its text: one per character, plus
/// an allowance for the provider's own format.
final class MessageTokenBound {
  private static final int FRAME = 16;

  /// An image or a document of any size; its size is added.
  private static final int MEDIA = 2_000;

  private static final int MEDIA_BYTES_PER_TOKEN = 64;

  private MessageTokenBound() {}

  static long of(Message message) {
    return switch (message) {
      case Message.User(var text, var media) -> FRAME + of(text) + of(media);
      case Message.Assistant(var blocks, _) -> {
        long weight = 0;
        for (int i = 0; i < blocks.size(); i++) {
          weight += FRAME + of(blocks.get(i));
        }
        yield weight;
      }
      case Message.ToolResult result -> FRAME + result.callId().length() + of(result.outcome());
    };
  }

  private static long of(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Prose(var text) -> of(text);
      case ContentBlock.Reasoning(var text) -> of(text);
      case ContentBlock.Call(var call) ->
          (long) call.callId().length() + call.tool().length() + of(call.arguments());
      case ContentBlock.Opaque(_, var data) -> of(data);
    };
  }

  private static long of(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(var content, var media) -> of(content) + of(media);
      case ToolOutcome.Failed(var reason) -> of(reason);
      case ToolOutcome.Refused(var reason) -> FRAME + reason.length();
      case ToolOutcome.Denied(_, var reason) -> FRAME + reason.length();
      case ToolOutcome.Unknown(var why) -> FRAME + why.length();
      case ToolOutcome.Cancelled(var why) -> FRAME + why.length();
    };
  }

  private static long of(List<Media> media) {
    long weight = 0;
    for (int i = 0; i < media.size(); i++) {
      weight += MEDIA + media.get(i).bytes() / MEDIA_BYTES_PER_TOKEN;
    }
    return weight;
  }

  private static long of(Text text) {
    return switch (text) {
      case Text.Inline(var value) -> value.length();
      case Text.Stored(_, var length) -> length;
    };
  }
}
