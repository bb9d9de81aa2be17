package dev.drover.model.http.google;

import dev.drover.kernel.AnswerType;
import dev.drover.kernel.Media;
import dev.drover.model.http.facts.Ability;
import dev.drover.model.http.facts.ModelFacts.Kind;
import dev.drover.model.http.protocol.Json;
import dev.drover.model.http.protocol.Target;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.model.history.Attachments;
import dev.drover.spi.model.history.History;
import dev.drover.spi.model.history.Turn;
import dev.drover.spi.store.Bytes;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// One request. The contents stand last, so that a longer conversation only adds to the bytes.
final class GoogleRequest {
  /// What Google documents for a call that its model did not make, and that so has no signature.
  private static final String NOT_SIGNED = "skip_thought_signature_validator";

  private static final String SIGNATURE = "thoughtSignature";

  private final ModelRequest request;
  private final Target target;

  GoogleRequest(ModelRequest request, Target target) {
    this.request = request;
    this.target = target;
  }

  Bytes bytes() {
    var body = Json.object();
    if (!request.instructions().isBlank()) {
      body.putObject("systemInstruction")
          .putArray("parts")
          .addObject()
          .put("text", request.instructions());
    }
    putTools(body);
    var config = body.putObject("generationConfig");
    config.put("maxOutputTokens", target.facts().maxOutput());
    if (target.facts().can(Ability.REASONING)) {
      config.putObject("thinkingConfig").put("includeThoughts", true);
    }
    if (request.answer() instanceof AnswerType.Json(_, var schema, _)) {
      config.put("responseMimeType", "application/json");
      config.set("responseJsonSchema", Json.parse(request.read(schema)));
    }
    Json.put(body, target.options());
    var contents = body.putArray("contents");
    for (var turn : History.of(request, target.name())) {
      switch (turn) {
        case Turn.Said(var pieces) ->
            said(contents.addObject().put("role", "model").putArray("parts"), pieces);
        case Turn.Told told ->
            told(contents.addObject().put("role", "user").putArray("parts"), told);
      }
    }
    return Json.bytes(body);
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
          .set("parametersJsonSchema", Json.parse(spec.schema()));
    }
  }

  private void said(ArrayNode parts, List<Turn.Piece> pieces) {
    boolean called = false;
    for (int i = 0; i < pieces.size(); i++) {
      switch (pieces.get(i)) {
        case Turn.Piece.Words(var text) -> parts.addObject().put("text", text);
        case Turn.Piece.Call call -> {
          var part = parts.addObject();
          part.putObject("functionCall")
              .put("id", call.id())
              .put("name", call.tool())
              .set("args", Json.arguments(call.arguments()));
          // The first call of a step speaks for all of them.
          if (!called && !isSealed(pieces, i) && target.facts().can(Ability.SIGNED_CALLS)) {
            part.put(SIGNATURE, NOT_SIGNED);
          }
          called = true;
        }
        case Turn.Piece.Sealed(var data) -> sign(parts, Json.string(Json.parse(data), SIGNATURE));
      }
    }
  }

  private static boolean isSealed(List<Turn.Piece> pieces, int at) {
    return at + 1 < pieces.size() && pieces.get(at + 1) instanceof Turn.Piece.Sealed;
  }

  /// A signature goes back on the part it came with; one that came alone goes back alone.
  private static void sign(ArrayNode parts, String signature) {
    if (!parts.isEmpty()
        && parts.get(parts.size() - 1) instanceof ObjectNode last
        && !last.has(SIGNATURE)) {
      last.put(SIGNATURE, signature);
    } else {
      parts.addObject().put("text", "").put(SIGNATURE, signature);
    }
  }

  private void told(ArrayNode parts, Turn.Told told) {
    for (var result : told.results()) {
      var response =
          parts
              .addObject()
              .putObject("functionResponse")
              .put("id", result.id())
              .put("name", result.tool())
              .putObject("response");
      response.put(result.tone() == Turn.Tone.FAILED ? "error" : "output", result.text());
    }
    for (var result : told.results()) {
      if (!result.media().isEmpty()) {
        parts.addObject().put("text", "[Shown by %s:]".formatted(result.tool()));
        result.media().forEach(media -> attach(parts, media));
      }
    }
    for (var prompt : told.prompts()) {
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
          .put("data", Attachments.base64(media, request));
    } else {
      parts.addObject().put("text", Attachments.words(media, request));
    }
  }
}
