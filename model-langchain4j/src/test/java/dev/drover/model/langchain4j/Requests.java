package dev.drover.model.langchain4j;

import dev.drover.kernel.AnswerType;
import dev.drover.kernel.Block;
import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Media;
import dev.drover.kernel.Message;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.ToolOutcome;
import dev.drover.spi.model.Contents;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;

/// Requests as a run would make them.
final class Requests {
  static final byte[] CONTENT = {1, 2, 3};

  private Requests() {}

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

  static Message said(Block... blocks) {
    return new Message.Assistant(List.of(blocks), Message.Ending.WHOLE);
  }

  static Block prose(String text) {
    return new Block.Prose(Text.of(text));
  }

  static Block thought(String text) {
    return new Block.Reasoning(Text.of(text));
  }

  static Block sealed(String model, String data) {
    return new Block.Opaque(model, Text.of(data));
  }

  static Block call(String id, String tool, String arguments) {
    return new Block.Call(new ToolCall(id, tool, Text.of(arguments)));
  }

  static Message result(String callId, String tool, ToolOutcome outcome) {
    return new Message.ToolResult(new EffectId(1), callId, tool, outcome);
  }

  static Message result(String callId, String tool, String text) {
    return result(callId, tool, new ToolOutcome.Succeeded(Text.of(text)));
  }

  static Media media(String type, String name) {
    return new Media(type, Blobs.nameOf(Bytes.of(CONTENT)), CONTENT.length, name);
  }

  static ToolSpec tool(String name, String schema) {
    return new ToolSpec(
        name,
        "Does " + name + ".",
        schema,
        new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));
  }

  /// Whatever is asked for, it is the same.
  private static final class ThreeBytes implements Contents {
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
