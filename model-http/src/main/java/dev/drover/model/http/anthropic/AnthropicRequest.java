package dev.drover.model.http.anthropic;

import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.value.Media;
import dev.drover.model.http.facts.ModelAbility;
import dev.drover.model.http.protocol.ModelTarget;
import dev.drover.model.http.protocol.ProtocolJson;
import dev.drover.spi.Bytes;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.model.history.MediaEncoder;
import dev.drover.spi.model.history.ProviderHistory;
import dev.drover.spi.model.history.ProviderTurn;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Builds one request. The messages come last, so that a longer conversation only adds to the
/// bytes.
///
/// Marks tell the provider how far to cache a prompt: the system text, the tools, and the last two
/// user turns. The last one is the prefix of the next request; the one before is where this request
/// finds the cache of the previous one. Marks move, content does not.
final class AnthropicRequest {
  private static final Set<String> IMAGES =
      Set.of("image/jpeg", "image/png", "image/gif", "image/webp");
  private static final int MARKED_MESSAGES = 2;

  private final ModelRequest request;
  private final ModelTarget target;
  private final List<ProviderTurn> turns;

  AnthropicRequest(ModelRequest request, ModelTarget target) {
    this.request = request;
    this.target = target;
    this.turns = ProviderHistory.of(request, target.name());
  }

  Bytes bytes() {
    var body = ProtocolJson.object();
    body.put("model", target.model());
    body.put("max_tokens", target.facts().maxOutput());
    body.put("stream", true);
    var instructions = request.instructions();
    if (request.answer() instanceof AnswerType.Json(_, var schema, _)) {
      instructions = putForm(body, instructions, request.read(schema));
    }
    ProtocolJson.put(body, target.options());
    if (!instructions.isBlank()) {
      var system = body.putArray("system").addObject();
      system.put("type", "text").put("text", instructions);
      mark(system);
    }
    putTools(body);
    body.set("messages", messages());
    return ProtocolJson.bytes(body);
  }

  /// @return the instructions, extended if the format can only be requested in words
  private static String putForm(ObjectNode body, String instructions, String schema) {
    var closed = ClosedSchema.of(ProtocolJson.parse(schema));
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
      tool.set("input_schema", ProtocolJson.parse(spec.schema()));
    }
    mark((ObjectNode) tools.get(tools.size() - 1));
  }

  /// A request with calls in its history must declare tools, even if the model must make no more
  /// calls. Their parameters can be omitted then.
  private void putToolsOfHistory(ObjectNode body) {
    var names = new TreeSet<String>();
    for (var turn : turns) {
      if (turn instanceof ProviderTurn.Assistant(var pieces)) {
        pieces.stream()
            .filter(ProviderTurn.Piece.Call.class::isInstance)
            .map(ProviderTurn.Piece.Call.class::cast)
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
    var messages = ProtocolJson.array();
    var user = new ArrayList<ArrayNode>();
    for (var turn : turns) {
      var message = messages.addObject();
      switch (turn) {
        case ProviderTurn.Assistant(var pieces) ->
            fill(message.put("role", "assistant").putArray("content"), pieces);
        case ProviderTurn.User words -> {
          var content = message.put("role", "user").putArray("content");
          fill(content, words);
          user.add(content);
        }
      }
    }
    user.stream()
        .skip(Math.max(0, user.size() - MARKED_MESSAGES))
        .forEach(content -> mark((ObjectNode) content.get(content.size() - 1)));
    return messages;
  }

  private static void fill(ArrayNode content, List<ProviderTurn.Piece> pieces) {
    for (var piece : pieces) {
      switch (piece) {
        case ProviderTurn.Piece.Words(var text) -> content.add(text(text));
        case ProviderTurn.Piece.Call(var id, var tool, var arguments) ->
            content
                .addObject()
                .put("type", "tool_use")
                .put("id", id)
                .put("name", tool)
                .set("input", ProtocolJson.arguments(arguments));
        case ProviderTurn.Piece.Sealed(var data) -> content.add(ProtocolJson.parse(data));
      }
    }
    // A message may not end with reasoning, which is the case when a reply was cut off in it.
    if (pieces.getLast() instanceof ProviderTurn.Piece.Sealed) {
      content.add(text(ProviderHistory.NOTHING_SAID));
    }
  }

  private void fill(ArrayNode content, ProviderTurn.User user) {
    for (var result : user.results()) {
      var node = content.addObject().put("type", "tool_result").put("tool_use_id", result.id());
      var inside = ProtocolJson.array();
      if (!result.text().isBlank()) {
        inside.add(text(result.text()));
      }
      result.media().forEach(media -> inside.add(attachment(media)));
      if (!inside.isEmpty()) {
        node.set("content", inside);
      }
      if (result.tone() == ProviderTurn.ResultKind.FAILED) {
        node.put("is_error", true);
      }
    }
    for (var prompt : user.prompts()) {
      prompt.media().forEach(media -> content.add(attachment(media)));
      if (!prompt.text().isBlank()) {
        content.add(text(prompt.text()));
      }
    }
  }

  private JsonNode attachment(Media media) {
    if (IMAGES.contains(media.type()) && target.facts().can(ModelAbility.IMAGES)) {
      return encoded("image", media);
    }
    if (media.type().equals("application/pdf") && target.facts().can(ModelAbility.DOCUMENTS)) {
      return encoded("document", media);
    }
    return text(MediaEncoder.words(media, request));
  }

  private ObjectNode encoded(String type, Media media) {
    var node = ProtocolJson.object().put("type", type);
    node.putObject("source")
        .put("type", "base64")
        .put("media_type", media.type())
        .put("data", MediaEncoder.base64(media, request));
    return node;
  }

  private static ObjectNode text(String text) {
    return ProtocolJson.object().put("type", "text").put("text", text);
  }

  private static void mark(ObjectNode block) {
    block.putObject("cache_control").put("type", "ephemeral");
  }
}
