package dev.drover.model.http.chat;

import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.value.Media;
import dev.drover.model.http.facts.ChatDialect;
import dev.drover.model.http.facts.ChatDialect.SchemaSupport;
import dev.drover.model.http.facts.ModelFacts.Kind;
import dev.drover.model.http.openai.StrictSchema;
import dev.drover.model.http.protocol.ModelTarget;
import dev.drover.model.http.protocol.ProtocolJson;
import dev.drover.spi.Bytes;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.model.history.MediaEncoder;
import dev.drover.spi.model.history.ProviderHistory;
import dev.drover.spi.model.history.ProviderTurn;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Builds one request. The messages come last, so that a longer conversation only adds to the
/// bytes.
///
/// A result can contain only text, so its media follow as a user message. All user content between
/// two replies is one message: the templates of some servers require it.
final class ChatRequest {
  private final ModelRequest request;
  private final ModelTarget target;
  private final ChatDialect.Wording wording;

  ChatRequest(ModelRequest request, ModelTarget target, ChatDialect.Wording wording) {
    this.request = request;
    this.target = target;
    this.wording = wording;
  }

  Bytes bytes() {
    var body = ProtocolJson.object();
    body.put("model", target.model());
    body.put("stream", true);
    if (wording.usage() == ChatDialect.UsageNeed.ASKED) {
      body.putObject("stream_options").put("include_usage", true);
    }
    if (target.limit() == ModelTarget.Limit.KNOWN) {
      body.put(wording.limit(), target.facts().maxOutput());
    }
    if (request.answer() instanceof AnswerType.Json(var name, var schema, _)) {
      putForm(body, name, ProtocolJson.parse(request.read(schema)));
    }
    ProtocolJson.put(body, target.options());
    putTools(body);
    var messages = body.putArray("messages");
    if (!request.instructions().isBlank()) {
      messages.addObject().put("role", "system").put("content", request.instructions());
    }
    for (var turn : ProviderHistory.of(request, target.name())) {
      switch (turn) {
        case ProviderTurn.Assistant(var pieces) -> addAssistant(messages.addObject(), pieces);
        case ProviderTurn.User user -> addUser(messages, user);
      }
    }
    return ProtocolJson.bytes(body);
  }

  private void putForm(ObjectNode body, String name, JsonNode schema) {
    if (wording.schema() == SchemaSupport.NONE) {
      return;
    }
    var form =
        body.putObject("response_format").put("type", "json_schema").putObject("json_schema");
    form.put("name", name);
    if (wording.schema() == SchemaSupport.STRICT) {
      form.put("strict", StrictSchema.fits(schema));
    }
    form.set("schema", schema);
  }

  private void putTools(ObjectNode body) {
    if (request.tools().isEmpty()) {
      return;
    }
    var tools = body.putArray("tools");
    for (var spec : request.tools()) {
      tools
          .addObject()
          .put("type", "function")
          .putObject("function")
          .put("name", spec.name())
          .put("description", spec.description())
          .set("parameters", ProtocolJson.parse(spec.schema()));
    }
  }

  private static void addAssistant(ObjectNode message, List<ProviderTurn.Piece> pieces) {
    message.put("role", "assistant");
    var words = new StringBuilder();
    var calls = ProtocolJson.array();
    var kept = ProtocolJson.object();
    for (var piece : pieces) {
      switch (piece) {
        case ProviderTurn.Piece.Words(var text) ->
            words.append(words.isEmpty() ? "" : "\n\n").append(text);
        case ProviderTurn.Piece.Call(var id, var tool, var arguments) ->
            calls
                .addObject()
                .put("id", id)
                .put("type", "function")
                .putObject("function")
                .put("name", tool)
                .put("arguments", ProtocolJson.argumentText(arguments));
        case ProviderTurn.Piece.Sealed(var data) ->
            kept.setAll((ObjectNode) ProtocolJson.parse(data));
      }
    }
    if (!words.isEmpty()) {
      message.put("content", words.toString());
    } else if (!calls.isEmpty()) {
      message.putNull("content");
    } else {
      message.put("content", ProviderHistory.NOTHING_SAID);
    }
    message.setAll(kept);
    if (!calls.isEmpty()) {
      message.set("tool_calls", calls);
    }
  }

  private void addUser(ArrayNode messages, ProviderTurn.User user) {
    var shown = new ArrayList<ProviderTurn.Prompt>();
    for (var result : user.results()) {
      messages
          .addObject()
          .put("role", "tool")
          .put("tool_call_id", result.id())
          .put(
              "content",
              result.tone() == ProviderTurn.ResultKind.FAILED
                  ? "Failed: " + result.text()
                  : result.text());
      if (!result.media().isEmpty()) {
        shown.add(
            new ProviderTurn.Prompt("[Shown by %s:]".formatted(result.tool()), result.media()));
      }
    }
    shown.addAll(user.prompts());
    if (!shown.isEmpty()) {
      asked(messages.addObject().put("role", "user"), shown);
    }
  }

  /// Text alone is sent as a plain string, which every server accepts.
  private void asked(ObjectNode message, List<ProviderTurn.Prompt> prompts) {
    if (prompts.stream().allMatch(prompt -> prompt.media().isEmpty())) {
      message.put(
          "content", String.join("\n\n", prompts.stream().map(ProviderTurn.Prompt::text).toList()));
      return;
    }
    var content = message.putArray("content");
    for (var prompt : prompts) {
      if (!prompt.text().isBlank()) {
        content.add(words(prompt.text()));
      }
      prompt.media().forEach(media -> content.add(attachment(media)));
    }
  }

  private ObjectNode attachment(Media media) {
    if (!target.facts().reads(media.type())) {
      return words(MediaEncoder.words(media, request));
    }
    return switch (Kind.of(media.type())) {
      case IMAGE -> {
        var part = ProtocolJson.object().put("type", "image_url");
        part.putObject("image_url").put("url", MediaEncoder.dataUrl(media, request));
        yield part;
      }
      case DOCUMENT -> {
        var part = ProtocolJson.object().put("type", "file");
        part.putObject("file")
            .put("filename", MediaEncoder.fileName(media))
            .put("file_data", MediaEncoder.dataUrl(media, request));
        yield part;
      }
      case AUDIO -> {
        var part = ProtocolJson.object().put("type", "input_audio");
        part.putObject("input_audio")
            .put("data", MediaEncoder.base64(media, request))
            .put("format", media.type().endsWith("wav") ? "wav" : "mp3");
        yield part;
      }
      case TEXT, OTHER -> words(MediaEncoder.words(media, request));
    };
  }

  private static ObjectNode words(String text) {
    return ProtocolJson.object().put("type", "text").put("text", text);
  }
}
