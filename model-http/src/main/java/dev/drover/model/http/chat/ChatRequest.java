package dev.drover.model.http.chat;

import dev.drover.kernel.AnswerType;
import dev.drover.kernel.Media;
import dev.drover.model.http.facts.Dialect;
import dev.drover.model.http.facts.Dialect.SchemaSupport;
import dev.drover.model.http.facts.ModelFacts.Kind;
import dev.drover.model.http.openai.StrictSchema;
import dev.drover.model.http.protocol.Json;
import dev.drover.model.http.protocol.Target;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.model.history.Attachments;
import dev.drover.spi.model.history.History;
import dev.drover.spi.model.history.Turn;
import dev.drover.spi.store.Bytes;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// One request. The messages stand last, so that a longer conversation only adds to the bytes.
///
/// A result can hold words only, so what it shows besides follows it as something the user shows.
/// All that the user says between two replies is one message: there are servers whose templates
/// demand it.
final class ChatRequest {
  private final ModelRequest request;
  private final Target target;
  private final Dialect.Wording wording;

  ChatRequest(ModelRequest request, Target target, Dialect.Wording wording) {
    this.request = request;
    this.target = target;
    this.wording = wording;
  }

  Bytes bytes() {
    var body = Json.object();
    body.put("model", target.model());
    body.put("stream", true);
    if (wording.usage() == Dialect.UsageNeed.ASKED) {
      body.putObject("stream_options").put("include_usage", true);
    }
    if (target.limit() == Target.Limit.KNOWN) {
      body.put(wording.limit(), target.facts().maxOutput());
    }
    if (request.answer() instanceof AnswerType.Json(var name, var schema, _)) {
      putForm(body, name, Json.parse(request.read(schema)));
    }
    Json.put(body, target.options());
    putTools(body);
    var messages = body.putArray("messages");
    if (!request.instructions().isBlank()) {
      messages.addObject().put("role", "system").put("content", request.instructions());
    }
    for (var turn : History.of(request, target.name())) {
      switch (turn) {
        case Turn.Said(var pieces) -> said(messages.addObject(), pieces);
        case Turn.Told told -> told(messages, told);
      }
    }
    return Json.bytes(body);
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
          .set("parameters", Json.parse(spec.schema()));
    }
  }

  private static void said(ObjectNode message, List<Turn.Piece> pieces) {
    message.put("role", "assistant");
    var words = new StringBuilder();
    var calls = Json.array();
    var kept = Json.object();
    for (var piece : pieces) {
      switch (piece) {
        case Turn.Piece.Words(var text) -> words.append(words.isEmpty() ? "" : "\n\n").append(text);
        case Turn.Piece.Call(var id, var tool, var arguments) ->
            calls
                .addObject()
                .put("id", id)
                .put("type", "function")
                .putObject("function")
                .put("name", tool)
                .put("arguments", Json.argumentText(arguments));
        case Turn.Piece.Sealed(var data) -> kept.setAll((ObjectNode) Json.parse(data));
      }
    }
    if (!words.isEmpty()) {
      message.put("content", words.toString());
    } else if (!calls.isEmpty()) {
      message.putNull("content");
    } else {
      message.put("content", History.NOTHING_SAID);
    }
    message.setAll(kept);
    if (!calls.isEmpty()) {
      message.set("tool_calls", calls);
    }
  }

  private void told(ArrayNode messages, Turn.Told told) {
    var shown = new ArrayList<Turn.Prompt>();
    for (var result : told.results()) {
      messages
          .addObject()
          .put("role", "tool")
          .put("tool_call_id", result.id())
          .put(
              "content",
              result.tone() == Turn.Tone.FAILED ? "Failed: " + result.text() : result.text());
      if (!result.media().isEmpty()) {
        shown.add(new Turn.Prompt("[Shown by %s:]".formatted(result.tool()), result.media()));
      }
    }
    shown.addAll(told.prompts());
    if (!shown.isEmpty()) {
      asked(messages.addObject().put("role", "user"), shown);
    }
  }

  /// Words alone are a plain text, which even the smallest server understands.
  private void asked(ObjectNode message, List<Turn.Prompt> prompts) {
    if (prompts.stream().allMatch(prompt -> prompt.media().isEmpty())) {
      message.put("content", String.join("\n\n", prompts.stream().map(Turn.Prompt::text).toList()));
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
      return words(Attachments.words(media, request));
    }
    return switch (Kind.of(media.type())) {
      case IMAGE -> {
        var part = Json.object().put("type", "image_url");
        part.putObject("image_url").put("url", Attachments.dataUrl(media, request));
        yield part;
      }
      case DOCUMENT -> {
        var part = Json.object().put("type", "file");
        part.putObject("file")
            .put("filename", Attachments.fileName(media))
            .put("file_data", Attachments.dataUrl(media, request));
        yield part;
      }
      case AUDIO -> {
        var part = Json.object().put("type", "input_audio");
        part.putObject("input_audio")
            .put("data", Attachments.base64(media, request))
            .put("format", media.type().endsWith("wav") ? "wav" : "mp3");
        yield part;
      }
      case TEXT, OTHER -> words(Attachments.words(media, request));
    };
  }

  private static ObjectNode words(String text) {
    return Json.object().put("type", "text").put("text", text);
  }
}
