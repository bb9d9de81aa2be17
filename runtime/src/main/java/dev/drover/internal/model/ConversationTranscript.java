package dev.drover.internal.model;

import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import dev.drover.spi.model.ModelRequest.ContentReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A conversation as a readable text, for the model that summarizes it. Arguments and outputs of
/// tools are shortened. If the text is still too long, its beginning is left out, except for an
/// earlier summary.
public final class ConversationTranscript {
  private static final int MOST_WORDS = 8_000;
  private static final int MOST_OUTPUT = 1_200;
  private static final int MOST_ARGUMENTS = 600;
  private static final String LEFT_OUT = "(The beginning is left out.)\n\n";
  private static final String GAP = " … ";

  private final ContentReader contents;

  public ConversationTranscript(ContentReader contents) {
    this.contents = contents;
  }

  /// @param most its maximum size in bytes
  public String of(List<Message> messages, long most) {
    long room = most - LEFT_OUT.length();
    var earlier = new ArrayList<String>();
    for (var message : messages) {
      if (message instanceof Message.User said
          && CompactionOutcome.Applied.isSummaryMessage(said)) {
        earlier.add(entry(message));
      }
    }
    room -= earlier.stream().mapToLong(ConversationTranscript::bytes).sum();
    var entries = new ArrayList<String>();
    boolean isWhole = true;
    for (var message : messages.reversed()) {
      if (!(message instanceof Message.User said
          && CompactionOutcome.Applied.isSummaryMessage(said))) {
        var entry = entry(message);
        room -= bytes(entry);
        if (room < 0) {
          isWhole = false;
          break;
        }
        entries.addFirst(entry);
      }
    }
    return String.join("", earlier) + (isWhole ? "" : LEFT_OUT) + String.join("", entries);
  }

  private static long bytes(String entry) {
    return entry.getBytes(StandardCharsets.UTF_8).length;
  }

  private String entry(Message message) {
    return switch (message) {
      case Message.User said when CompactionOutcome.Applied.isSummaryMessage(said) ->
          "BEFORE THIS\n%s\n\n".formatted(read(said.text(), MOST_WORDS * 2));
      case Message.User(var text, var media) ->
          "USER\n%s%s\n\n".formatted(read(text, MOST_WORDS), named(media));
      case Message.Assistant(var blocks, _) -> "ASSISTANT\n%s\n".formatted(words(blocks));
      case Message.ToolResult result ->
          "OUTCOME OF %s\n%s\n\n".formatted(result.tool(), outcome(result.outcome()));
    };
  }

  private String words(List<ContentBlock> blocks) {
    var words = new StringBuilder();
    for (var block : blocks) {
      switch (block) {
        case ContentBlock.Prose(var text) -> words.append(read(text, MOST_WORDS)).append('\n');
        case ContentBlock.Call(var call) ->
            words.append(
                "calls %s with %s\n"
                    .formatted(call.tool(), read(call.arguments(), MOST_ARGUMENTS)));
        // Reasoning led to texts and calls, which are included.
        case ContentBlock.Reasoning _, ContentBlock.Opaque _ -> {}
      }
    }
    return words.toString();
  }

  private String outcome(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(var content, var media) ->
          read(content, MOST_OUTPUT) + named(media);
      case ToolOutcome.Failed(var reason) -> "failed: " + read(reason, MOST_OUTPUT);
      case ToolOutcome.Refused(var reason) -> "not made: " + reason;
      case ToolOutcome.Denied(_, var reason) -> "denied: " + reason;
      case ToolOutcome.Unknown(var why) -> "unknown: " + why;
      case ToolOutcome.Cancelled(var why) -> "cancelled: " + why;
    };
  }

  private static String named(List<Media> media) {
    var names = new StringBuilder();
    for (var item : media) {
      names.append(" (%s, %d bytes)".formatted(item.type(), item.bytes()));
    }
    return names.toString();
  }

  /// The beginning and the end, if it is longer.
  private String read(Text text, int most) {
    var words = contents.read(text);
    int length = words.codePointCount(0, words.length());
    if (length <= most) {
      return words;
    }
    int head = most * 2 / 3;
    int from = words.offsetByCodePoints(words.length(), head - most);
    return words.substring(0, words.offsetByCodePoints(0, head)) + GAP + words.substring(from);
  }
}
