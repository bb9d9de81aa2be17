package dev.drover.model.http.suite;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Requests as a run would make them.
public final class HttpRequests {
  public static final ToolSpec READ =
      tool(
          "read",
          """
          {"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}\
          """);
  public static final ToolSpec CLOCK = tool("clock", "{\"type\":\"object\",\"properties\":{}}");

  private static final Map<Object, Bytes> KEPT = new HashMap<>();

  private HttpRequests() {}

  public static ModelRequest of(Message... messages) {
    return of(List.of(READ, CLOCK), List.of(messages));
  }

  public static ModelRequest of(List<ToolSpec> tools, List<Message> messages) {
    return with("Answer in one sentence.", tools, messages);
  }

  public static ModelRequest with(
      String instructions, List<ToolSpec> tools, List<Message> messages) {
    return new ModelRequest(
        "clerk", instructions, tools, messages, 1, AnswerType.WORDS, new MapContentReader());
  }

  /// A request for JSON.
  public static ModelRequest forJson(String schema) {
    return new ModelRequest(
        "clerk",
        "",
        List.of(),
        List.of(user("How many?")),
        1,
        new AnswerType.Json("count", Text.of(schema), 0),
        new MapContentReader());
  }

  public static Message user(String text, Media... media) {
    return new Message.User(Text.of(text), List.of(media));
  }

  public static Message said(ContentBlock... blocks) {
    return new Message.Assistant(List.of(blocks), Message.Ending.WHOLE);
  }

  public static Message said(ModelReply reply) {
    return new Message.Assistant(reply.blocks(), Message.Ending.WHOLE);
  }

  public static ContentBlock prose(String text) {
    return new ContentBlock.Prose(Text.of(text));
  }

  public static ContentBlock thought(String text) {
    return new ContentBlock.Reasoning(Text.of(text));
  }

  public static ContentBlock call(String id, String tool, String arguments) {
    return new ContentBlock.Call(new ToolCall(id, tool, Text.of(arguments)));
  }

  public static Message result(String callId, String tool, ToolOutcome outcome) {
    return new Message.ToolResult(new EffectId(1), callId, tool, outcome);
  }

  public static Message result(String callId, String tool, String text) {
    return result(callId, tool, new ToolOutcome.Succeeded(Text.of(text)));
  }

  public static Media media(String type, String name, byte[] content) {
    var bytes = Bytes.of(content);
    var media = new Media(type, Blobs.idOf(bytes), content.length, name);
    KEPT.put(media.content(), bytes);
    return media;
  }

  private static ToolSpec tool(String name, String schema) {
    return new ToolSpec(
        name,
        "Does " + name + ".",
        schema,
        new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));
  }

  private static final class MapContentReader implements ContentReader {
    @Override
    public String read(Text text) {
      throw new AssertionError("every text here is in its place: " + text);
    }

    @Override
    public Bytes read(Media media) {
      var bytes = KEPT.get(media.content());
      if (bytes == null) {
        throw new AssertionError("nobody made " + media);
      }
      return bytes;
    }
  }
}
