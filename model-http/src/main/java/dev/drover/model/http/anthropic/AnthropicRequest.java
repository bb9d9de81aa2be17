package dev.drover.model.http.anthropic;

import dev.drover.kernel.AnswerType;
import dev.drover.kernel.Media;
import dev.drover.model.http.facts.Ability;
import dev.drover.model.http.protocol.Json;
import dev.drover.model.http.protocol.Target;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.model.history.Attachments;
import dev.drover.spi.model.history.History;
import dev.drover.spi.model.history.Turn;
import dev.drover.spi.store.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// One request. The messages stand last, so that a longer conversation only adds to the bytes.
///
/// Marks tell the provider how far a prompt is worth keeping: the system text, the tools, and the
/// last two things the model was told. The last is what the next request begins with; the one
/// before is where this request finds what the one before it had kept. Marks move, content does
/// not.
final class AnthropicRequest {
  private static final Set<String> IMAGES =
      Set.of("image/jpeg", "image/png", "image/gif", "image/webp");
  private static final int MARKED_MESSAGES = 2;

  private final ModelRequest request;
  private final Target target;
  private final List<Turn> turns;

  AnthropicRequest(ModelRequest request, Target target) {
    this.request = request;
    this.target = target;
    this.turns = History.of(request, target.name());
  }

  Bytes bytes() {
    var body = Json.object();
    body.put("model", target.model());
    body.put("max_tokens", target.facts().maxOutput());
    body.put("stream", true);
    var instructions = request.instructions();
    if (request.answer() instanceof AnswerType.Json(_, var schema, _)) {
      instructions = putForm(body, instructions, request.read(schema));
    }
    Json.put(body, target.options());
    if (!instructions.isBlank()) {
      var system = body.putArray("system").addObject();
      system.put("type", "text").put("text", instructions);
      mark(system);
    }
    putTools(body);
    body.set("messages", messages());
    return Json.bytes(body);
  }

  /// @return the instructions, with more in them if the form can only be asked for in words
  private static String putForm(ObjectNode body, String instructions, String schema) {
    var closed = ClosedSchema.of(Json.parse(schema));
    if (closed == null) {
      return "%s\n\nAnswer with one JSON object and nothing else. It fits this schema: %s"
          .formatted(instructions, schema);
    }
    body.putObject("output_config")
        .putObject("format")
        .put("type", "json_schema")
        .set("schema", closed);
    return instructions;
  }

  private void putTools(ObjectNode body) {
    if (request.tools().isEmpty()) {
      putToolsOfHistory(body);
      return;
    }
    var tools = body.putArray("tools");
    for (var spec : request.tools()) {
      var tool = tools.addObject().put("name", spec.name());
      if (!spec.description().isBlank()) {
        tool.put("description", spec.description());
      }
      tool.set("input_schema", Json.parse(spec.schema()));
    }
    mark((ObjectNode) tools.get(tools.size() - 1));
  }

  /// A request with calls in its history must declare tools, also when the model is to make no more
  /// calls. What they take need not be said then.
  private void putToolsOfHistory(ObjectNode body) {
    var names = new TreeSet<String>();
    for (var turn : turns) {
      if (turn instanceof Turn.Said(var pieces)) {
        pieces.stream()
            .filter(Turn.Piece.Call.class::isInstance)
            .map(Turn.Piece.Call.class::cast)
            .forEach(call -> names.add(call.tool()));
      }
    }
    if (!names.isEmpty()) {
      var tools = body.putArray("tools");
      names.forEach(
          name ->
              tools.addObject().put("name", name).putObject("input_schema").put("type", "object"));
      body.putObject("tool_choice").put("type", "none");
    }
  }

  private ArrayNode messages() {
    var messages = Json.array();
    var told = new ArrayList<ArrayNode>();
    for (var turn : turns) {
      var message = messages.addObject();
      switch (turn) {
        case Turn.Said(var pieces) ->
            fill(message.put("role", "assistant").putArray("content"), pieces);
        case Turn.Told words -> {
          var content = message.put("role", "user").putArray("content");
          fill(content, words);
          told.add(content);
        }
      }
    }
    told.stream()
        .skip(Math.max(0, told.size() - MARKED_MESSAGES))
        .forEach(content -> mark((ObjectNode) content.get(content.size() - 1)));
    return messages;
  }

  private static void fill(ArrayNode content, List<Turn.Piece> pieces) {
    for (var piece : pieces) {
      switch (piece) {
        case Turn.Piece.Words(var text) -> content.add(text(text));
        case Turn.Piece.Call(var id, var tool, var arguments) ->
            content
                .addObject()
                .put("type", "tool_use")
                .put("id", id)
                .put("name", tool)
                .set("input", Json.arguments(arguments));
        case Turn.Piece.Sealed(var data) -> content.add(Json.parse(data));
      }
    }
    // A message may not end with a thought, which is what is left when a reply was cut off in it.
    if (pieces.getLast() instanceof Turn.Piece.Sealed) {
      content.add(text(History.NOTHING_SAID));
    }
  }

  private void fill(ArrayNode content, Turn.Told told) {
    for (var result : told.results()) {
      var node = content.addObject().put("type", "tool_result").put("tool_use_id", result.id());
      var inside = Json.array();
      if (!result.text().isBlank()) {
        inside.add(text(result.text()));
      }
      result.media().forEach(media -> inside.add(attachment(media)));
      if (!inside.isEmpty()) {
        node.set("content", inside);
      }
      if (result.tone() == Turn.Tone.FAILED) {
        node.put("is_error", true);
      }
    }
    for (var prompt : told.prompts()) {
      prompt.media().forEach(media -> content.add(attachment(media)));
      if (!prompt.text().isBlank()) {
        content.add(text(prompt.text()));
      }
    }
  }

  private JsonNode attachment(Media media) {
    if (IMAGES.contains(media.type()) && target.facts().can(Ability.IMAGES)) {
      return encoded("image", media);
    }
    if (media.type().equals("application/pdf") && target.facts().can(Ability.DOCUMENTS)) {
      return encoded("document", media);
    }
    return text(Attachments.words(media, request));
  }

  private ObjectNode encoded(String type, Media media) {
    var node = Json.object().put("type", type);
    node.putObject("source")
        .put("type", "base64")
        .put("media_type", media.type())
        .put("data", Attachments.base64(media, request));
    return node;
  }

  private static ObjectNode text(String text) {
    return Json.object().put("type", "text").put("text", text);
  }

  private static void mark(ObjectNode block) {
    block.putObject("cache_control").put("type", "ephemeral");
  }
}
