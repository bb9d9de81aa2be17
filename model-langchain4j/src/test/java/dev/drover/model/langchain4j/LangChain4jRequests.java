package dev.drover.model.langchain4j;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import dev.drover.spi.Bytes;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.model.ModelRequest.ContentReader;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;

/// Requests as a run would make them.
final class LangChain4jRequests {
  static final byte[] CONTENT = {1, 2, 3};

  private LangChain4jRequests() {}

  static ModelRequest of(Message... messages) {
    return with(List.of(), AnswerType.WORDS, messages);
  }

  static ModelRequest with(List<ToolSpec> tools, AnswerType answer, Message... messages) {
    return new ModelRequest(
        "clerk", "Be brief.", tools, List.of(messages), 1, answer, new ThreeBytes());
  }

  static Message user(String text, Media... media) {
    return new Message.User(Text.of(text), List.of(media));
  }

  static Message said(ContentBlock... blocks) {
    return new Message.Assistant(List.of(blocks), Message.Ending.WHOLE);
  }

  static ContentBlock prose(String text) {
    return new ContentBlock.Prose(Text.of(text));
  }

  static ContentBlock thought(String text) {
    return new ContentBlock.Reasoning(Text.of(text));
  }

  static ContentBlock sealed(String model, String data) {
    return new ContentBlock.Opaque(model, Text.of(data));
  }

  static ContentBlock call(String id, String tool, String arguments) {
    return new ContentBlock.Call(new ToolCall(id, tool, Text.of(arguments)));
  }

  static Message result(String callId, String tool, ToolOutcome outcome) {
    return new Message.ToolResult(new EffectId(1), callId, tool, outcome);
  }

  static Message result(String callId, String tool, String text) {
    return result(callId, tool, new ToolOutcome.Succeeded(Text.of(text)));
  }

  static Media media(String type, String name) {
    return new Media(type, Blobs.idOf(Bytes.of(CONTENT)), CONTENT.length, name);
  }

  static ToolSpec tool(String name, String schema) {
    return new ToolSpec(
        name,
        "Does " + name + ".",
        schema,
        new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));
  }

  /// Always returns the same content.
  private static final class ThreeBytes implements ContentReader {
    @Override
    public String read(Text text) {
      throw new AssertionError("every text here is in its place: " + text);
    }

    @Override
    public Bytes read(Media media) {
      return Bytes.of(CONTENT);
    }
  }
}
