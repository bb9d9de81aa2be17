package dev.drover.spi.model;

import dev.drover.kernel.AnswerType;
import dev.drover.kernel.Media;
import dev.drover.kernel.Message;
import dev.drover.kernel.Text;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;

/// What the model is asked.
///
/// @param agent the agent that asks
/// @param tools in a stable order; empty if the model must answer in words
/// @param messages a view of the conversation; reading it costs nothing until it is walked
/// @param attempt 1 the first time this is asked, and one more each time it is asked again
/// @param answer what kind of answer is wanted; JSON only of models that give it by themselves
/// @param contents reads what messages only name
public record ModelRequest(
    String agent,
    String instructions,
    List<ToolSpec> tools,
    List<Message> messages,
    int attempt,
    AnswerType answer,
    Contents contents) {
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
}
