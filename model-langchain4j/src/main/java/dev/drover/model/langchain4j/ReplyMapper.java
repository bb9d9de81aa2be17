package dev.drover.model.langchain4j;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.model.ModelException;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Maps a response of LangChain4j to a reply.
///
/// Content that was streamed but is missing in the message, such as reasoning that a model does not
/// return, is taken from the stream.
final class ReplyMapper {
  private final String model;
  private final StreamedContent shown;

  /// @param model as `provider/model`
  ReplyMapper(String model, StreamedContent shown) {
    this.model = model;
    this.shown = shown;
  }

  /// @param mayEndSilently whether a reply without a finish reason is complete
  ModelReply reply(ChatResponse response, boolean mayEndSilently) throws ModelException {
    if (response.finishReason() == null && !mayEndSilently) {
      throw LangChain4jFailures.brokeOff(model);
    }
    var message = response.aiMessage();
    var blocks = new ArrayList<ContentBlock>();
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

  private void thought(List<ContentBlock> blocks, AiMessage message) {
    var text = message.thinking() == null ? shown.thought() : message.thinking();
    if (!text.isEmpty()) {
      blocks.add(new ContentBlock.Reasoning(Text.of(text)));
    }
    var seal = SignedReasoning.of(text, message.attributes());
    if (!seal.isEmpty()) {
      blocks.add(new ContentBlock.Opaque(model, Text.of(seal)));
    }
  }

  private void words(List<ContentBlock> blocks, AiMessage message) {
    var text = message.text() == null ? shown.words() : message.text();
    if (!text.isEmpty()) {
      blocks.add(new ContentBlock.Prose(Text.of(text)));
    }
  }

  private static void calls(List<ContentBlock> blocks, AiMessage message) {
    var requests = message.toolExecutionRequests();
    for (int i = 0; i < requests.size(); i++) {
      var request = requests.get(i);
      var arguments = request.arguments();
      blocks.add(
          new ContentBlock.Call(
              new ToolCall(
                  StreamedContent.callId(request.id(), i),
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

  /// Cached tokens are included in the input here: LangChain4j's core does not separate them.
  private static Usage usage(@Nullable TokenUsage said) {
    return said == null
        ? Usage.NONE
        : new Usage(count(said.inputTokenCount()), count(said.outputTokenCount()), 0, 0, 0);
  }

  private static long count(@Nullable Integer tokens) {
    return tokens == null ? 0 : Math.max(0, tokens);
  }
}
