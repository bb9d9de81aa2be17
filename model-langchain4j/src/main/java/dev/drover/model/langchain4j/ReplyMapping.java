package dev.drover.model.langchain4j;

import dev.drover.kernel.Block;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.spi.model.ModelException;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What LangChain4j calls a response, as a reply.
///
/// Where the message lacks what was shown, as with thoughts that a model streams and does not
/// return, what was shown counts.
final class ReplyMapping {
  private final String model;
  private final Shown shown;

  /// @param model as `provider/model`
  ReplyMapping(String model, Shown shown) {
    this.model = model;
    this.shown = shown;
  }

  /// @param mayEndSilently whether a reply without a reason for its end is whole
  ModelReply reply(ChatResponse response, boolean mayEndSilently) throws ModelException {
    if (response.finishReason() == null && !mayEndSilently) {
      throw Failures.brokeOff(model);
    }
    var message = response.aiMessage();
    var blocks = new ArrayList<Block>();
    for (var part : shown.order()) {
      switch (part) {
        case THOUGHT -> thought(blocks, message);
        case WORDS -> words(blocks, message);
        case CALLS -> calls(blocks, message);
      }
    }
    return new ModelReply(
        blocks,
        stop(response.finishReason(), message.hasToolExecutionRequests()),
        usage(response.tokenUsage()));
  }

  private void thought(List<Block> blocks, AiMessage message) {
    var text = message.thinking() == null ? shown.thought() : message.thinking();
    if (!text.isEmpty()) {
      blocks.add(new Block.Reasoning(Text.of(text)));
    }
    var seal = ThoughtSeal.of(text, message.attributes());
    if (!seal.isEmpty()) {
      blocks.add(new Block.Opaque(model, Text.of(seal)));
    }
  }

  private void words(List<Block> blocks, AiMessage message) {
    var text = message.text() == null ? shown.words() : message.text();
    if (!text.isEmpty()) {
      blocks.add(new Block.Prose(Text.of(text)));
    }
  }

  private static void calls(List<Block> blocks, AiMessage message) {
    var requests = message.toolExecutionRequests();
    for (int i = 0; i < requests.size(); i++) {
      var request = requests.get(i);
      var arguments = request.arguments();
      blocks.add(
          new Block.Call(
              new ToolCall(
                  Shown.callId(request.id(), i),
                  request.name(),
                  Text.of(arguments == null || arguments.isBlank() ? "{}" : arguments))));
    }
  }

  private static StopReason stop(@Nullable FinishReason why, boolean hasCalls) {
    if (why == FinishReason.LENGTH) {
      return StopReason.LENGTH;
    }
    if (why == FinishReason.CONTENT_FILTER) {
      return StopReason.REFUSED;
    }
    return hasCalls ? StopReason.CALLS : StopReason.DONE;
  }

  /// Cached tokens are inside the input here: LangChain4j's core does not tell them apart.
  private static Usage usage(@Nullable TokenUsage said) {
    return said == null
        ? Usage.NONE
        : new Usage(count(said.inputTokenCount()), count(said.outputTokenCount()), 0, 0, 0);
  }

  private static long count(@Nullable Integer tokens) {
    return tokens == null ? 0 : Math.max(0, tokens);
  }
}
