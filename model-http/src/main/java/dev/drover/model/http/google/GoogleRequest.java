package dev.drover.model.http.google;

import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.value.Media;
import dev.drover.model.http.facts.ModelAbility;
import dev.drover.model.http.facts.ModelFacts.Kind;
import dev.drover.model.http.protocol.ModelTarget;
import dev.drover.model.http.protocol.ProtocolJson;
import dev.drover.spi.Bytes;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.model.history.MediaEncoder;
import dev.drover.spi.model.history.ProviderHistory;
import dev.drover.spi.model.history.ProviderTurn;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Builds one request. The contents come last, so that a longer conversation only adds to the
/// bytes.
final class GoogleRequest {
  /// Documented by Google for a call that its model did not make, and that has no signature.
  private static final String NOT_SIGNED = "skip_thought_signature_validator";

  private static final String SIGNATURE = "thoughtSignature";

  private final ModelRequest request;
  private final ModelTarget target;

  GoogleRequest(ModelRequest request, ModelTarget target) {
    this.request = request;
    this.target = target;
  }

  Bytes bytes() {
    var body = ProtocolJson.object();
    if (!request.instructions().isBlank()) {
      body.putObject("systemInstruction")
          .putArray("parts")
          .addObject()
          .put("text", request.instructions());
    }
    putTools(body);
    var config = body.putObject("generationConfig");
    config.put("maxOutputTokens", target.facts().maxOutput());
    if (target.facts().can(ModelAbility.REASONING)) {
      config.putObject("thinkingConfig").put("includeThoughts", true);
    }
    if (request.answer() instanceof AnswerType.Json(_, var schema, _)) {
      config.put("responseMimeType", "application/json");
      config.set("responseJsonSchema", ProtocolJson.parse(request.read(schema)));
    }
    ProtocolJson.put(body, target.options());
    var contents = body.putArray("contents");
    for (var turn : ProviderHistory.of(request, target.name())) {
      switch (turn) {
        case ProviderTurn.Assistant(var pieces) ->
            addAssistant(contents.addObject().put("role", "model").putArray("parts"), pieces);
        case ProviderTurn.User user ->
            addUser(contents.addObject().put("role", "user").putArray("parts"), user);
      }
    }
    return ProtocolJson.bytes(body);
  }

  private void putTools(ObjectNode body) {
    if (request.tools().isEmpty()) {
      return;
    }
    var declarations = body.putArray("tools").addObject().putArray("functionDeclarations");
    for (var spec : request.tools()) {
      declarations
          .addObject()
          .put("name", spec.name())
          .put("description", spec.description())
          .set("parametersJsonSchema", ProtocolJson.parse(spec.schema()));
    }
  }

  private void addAssistant(ArrayNode parts, List<ProviderTurn.Piece> pieces) {
    boolean called = false;
    for (int i = 0; i < pieces.size(); i++) {
      switch (pieces.get(i)) {
        case ProviderTurn.Piece.Words(var text) -> parts.addObject().put("text", text);
        case ProviderTurn.Piece.Call call -> {
          var part = parts.addObject();
          part.putObject("functionCall")
              .put("id", call.id())
              .put("name", call.tool())
              .set("args", ProtocolJson.arguments(call.arguments()));
          // The signature of the first call of a step covers all of them.
          if (!called && !isSealed(pieces, i) && target.facts().can(ModelAbility.SIGNED_CALLS)) {
            part.put(SIGNATURE, NOT_SIGNED);
          }
          called = true;
        }
        case ProviderTurn.Piece.Sealed(var data) ->
            sign(parts, ProtocolJson.string(ProtocolJson.parse(data), SIGNATURE));
      }
    }
  }

  private static boolean isSealed(List<ProviderTurn.Piece> pieces, int at) {
    return at + 1 < pieces.size() && pieces.get(at + 1) instanceof ProviderTurn.Piece.Sealed;
  }

  /// A signature is sent back on the part it came with; one that came alone is sent back alone.
  private static void sign(ArrayNode parts, String signature) {
    if (!parts.isEmpty()
        && parts.get(parts.size() - 1) instanceof ObjectNode last
        && !last.has(SIGNATURE)) {
      last.put(SIGNATURE, signature);
    } else {
      parts.addObject().put("text", "").put(SIGNATURE, signature);
    }
  }

  private void addUser(ArrayNode parts, ProviderTurn.User user) {
    for (var result : user.results()) {
      var response =
          parts
              .addObject()
              .putObject("functionResponse")
              .put("id", result.id())
              .put("name", result.tool())
              .putObject("response");
      response.put(
          result.tone() == ProviderTurn.ResultKind.FAILED ? "error" : "output", result.text());
    }
    for (var result : user.results()) {
      if (!result.media().isEmpty()) {
        parts.addObject().put("text", "[Shown by %s:]".formatted(result.tool()));
        result.media().forEach(media -> attach(parts, media));
      }
    }
    for (var prompt : user.prompts()) {
      if (!prompt.text().isBlank()) {
        parts.addObject().put("text", prompt.text());
      }
      prompt.media().forEach(media -> attach(parts, media));
    }
  }

  private void attach(ArrayNode parts, Media media) {
    if (target.facts().reads(media.type()) && Kind.of(media.type()) != Kind.TEXT) {
      parts
          .addObject()
          .putObject("inlineData")
          .put("mimeType", media.type())
          .put("data", MediaEncoder.base64(media, request));
    } else {
      parts.addObject().put("text", MediaEncoder.words(media, request));
    }
  }
}
