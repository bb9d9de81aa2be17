package dev.drover.spi.model;

import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import dev.drover.spi.Bytes;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;

/// A request to the model.
///
/// @param agent the agent that makes the request
/// @param tools in a stable order; empty if the model must answer in text
/// @param messages a view of the conversation; costs nothing until it is iterated
/// @param attempt 1 for the first attempt, and one more for each retry
/// @param answer the requested answer format; JSON only for models that enforce it themselves
/// @param contents reads content that messages only refer to
public record ModelRequest(
    String agent,
    String instructions,
    List<ToolSpec> tools,
    List<Message> messages,
    int attempt,
    AnswerType answer,
    ContentReader contents) {
  public ModelRequest {
    if (attempt < 1) {
      throw new IllegalArgumentException("attempts are numbered from 1: " + attempt);
    }
  }

  public String read(Text text) {
    return text instanceof Text.Inline(var value) ? value : contents.read(text);
  }

  public Bytes read(Media media) {
    return contents.read(media);
  }

  /// Reads content that messages only refer to because it is stored elsewhere.
  public interface ContentReader {
    String read(Text text);

    Bytes read(Media media);
  }
}
