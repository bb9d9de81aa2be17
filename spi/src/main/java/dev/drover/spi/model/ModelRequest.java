package dev.drover.spi.model;

import dev.drover.kernel.Message;
import dev.drover.kernel.Text;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;
import java.util.function.Function;

/// What the model is asked.
///
/// @param agent the agent that asks
/// @param tools in a stable order; empty if the model must answer in words
/// @param messages a view of the conversation; reading it costs nothing until it is walked
/// @param texts reads a text, wherever it is kept
public record ModelRequest(
    String agent,
    String instructions,
    List<ToolSpec> tools,
    List<Message> messages,
    Function<Text, String> texts) {
  public String read(Text text) {
    return text instanceof Text.Inline(var value) ? value : texts.apply(text);
  }
}
