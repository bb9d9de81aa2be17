package dev.drover.runtime.compact;

import dev.drover.kernel.Block;
import dev.drover.kernel.Media;
import dev.drover.kernel.Message;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.spi.model.Contents;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A conversation as something to read, for whoever sums it up. What tools were given and what they
/// gave is cut short, and if all is still too long its beginning is left out, but for a summary of
/// what was before.
public final class Transcript {
  private static final int MOST_WORDS = 8_000;
  private static final int MOST_OUTPUT = 1_200;
  private static final int MOST_ARGUMENTS = 600;
  private static final String LEFT_OUT = "(The beginning is left out.)\n\n";
  private static final String GAP = " … ";

  private final Contents contents;

  public Transcript(Contents contents) {
    this.contents = contents;
  }

  /// @param most how many bytes it has at most
  public String of(List<Message> messages, long most) {
    long room = most - LEFT_OUT.length();
    var earlier = new ArrayList<String>();
    for (var message : messages) {
      if (message instanceof Message.User said && Shortening.isMadeOf(said)) {
        earlier.add(entry(message));
      }
    }
    room -= earlier.stream().mapToLong(Transcript::bytes).sum();
    var entries = new ArrayList<String>();
    boolean isWhole = true;
    for (var message : messages.reversed()) {
      if (!(message instanceof Message.User said && Shortening.isMadeOf(said))) {
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
      case Message.User said when Shortening.isMadeOf(said) ->
          "BEFORE THIS\n%s\n\n".formatted(read(said.text(), MOST_WORDS * 2));
      case Message.User(var text, var media) ->
          "USER\n%s%s\n\n".formatted(read(text, MOST_WORDS), named(media));
      case Message.Assistant(var blocks, _) -> "ASSISTANT\n%s\n".formatted(words(blocks));
      case Message.ToolResult result ->
          "OUTCOME OF %s\n%s\n\n".formatted(result.tool(), outcome(result.outcome()));
    };
  }

  private String words(List<Block> blocks) {
    var words = new StringBuilder();
    for (var block : blocks) {
      switch (block) {
        case Block.Prose(var text) -> words.append(read(text, MOST_WORDS)).append('\n');
        case Block.Call(var call) ->
            words.append(
                "calls %s with %s\n"
                    .formatted(call.tool(), read(call.arguments(), MOST_ARGUMENTS)));
        // Thoughts led to what was said and done, and that is here.
        case Block.Reasoning _, Block.Opaque _ -> {}
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
