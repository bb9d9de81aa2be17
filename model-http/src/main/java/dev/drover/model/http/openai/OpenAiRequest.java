package dev.drover.model.http.openai;

import dev.drover.kernel.AnswerType;
import dev.drover.kernel.Media;
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

/// One request. The input stands last, so that a longer conversation only adds to the bytes.
///
/// Nothing is kept at the provider: the journal is the one truth. So reasoning travels sealed, to
/// us and back.
final class OpenAiRequest {
  private final ModelRequest request;
  private final Target target;

  OpenAiRequest(ModelRequest request, Target target) {
    this.request = request;
    this.target = target;
  }

  Bytes bytes() {
    var body = Json.object();
    body.put("model", target.model());
    body.put("stream", true);
    body.put("store", false);
    body.putArray("include").add("reasoning.encrypted_content");
    body.put("max_output_tokens", target.facts().maxOutput());
    if (request.answer() instanceof AnswerType.Json(var name, var text, _)) {
      var schema = Json.parse(request.read(text));
      body.putObject("text")
          .putObject("format")
          .put("type", "json_schema")
          .put("name", name)
          .put("strict", StrictSchema.fits(schema))
          .set("schema", schema);
    }
    Json.put(body, target.options());
    if (!request.instructions().isBlank()) {
      body.put("instructions", request.instructions());
    }
    putTools(body);
    var input = body.putArray("input");
    for (var turn : History.of(request, target.name())) {
      switch (turn) {
        case Turn.Said(var pieces) -> {
          pieces.forEach(piece -> said(input, piece));
          // A thought is only accepted with what came of it.
          if (pieces.getLast() instanceof Turn.Piece.Sealed) {
            said(input, new Turn.Piece.Words(History.NOTHING_SAID));
          }
        }
        case Turn.Told(var results, var prompts) -> {
          results.forEach(result -> result(input, result));
          prompts(input, prompts);
        }
      }
    }
    return Json.bytes(body);
  }

  private void putTools(ObjectNode body) {
    if (request.tools().isEmpty()) {
      return;
    }
    var tools = body.putArray("tools");
    for (var spec : request.tools()) {
      // Said outright, because what this API assumes is the other way round.
      tools
          .addObject()
          .put("type", "function")
          .put("name", spec.name())
          .put("description", spec.description())
          .put("strict", false)
          .set("parameters", Json.parse(spec.schema()));
    }
  }

  private static void said(ArrayNode input, Turn.Piece piece) {
    switch (piece) {
      case Turn.Piece.Words(var text) ->
          input.addObject().put("type", "message").put("role", "assistant").put("content", text);
      case Turn.Piece.Call(var id, var tool, var arguments) ->
          input
              .addObject()
              .put("type", "function_call")
              .put("call_id", id)
              .put("name", tool)
              .put("arguments", Json.argumentText(arguments));
      case Turn.Piece.Sealed(var data) -> input.add(Json.parse(data));
    }
  }

  private void result(ArrayNode input, Turn.Result result) {
    var item = input.addObject().put("type", "function_call_output").put("call_id", result.id());
    var text = result.tone() == Turn.Tone.FAILED ? "Failed: " + result.text() : result.text();
    if (result.media().isEmpty()) {
      item.put("output", text);
      return;
    }
    var output = item.putArray("output");
    if (!text.isBlank()) {
      output.add(words(text));
    }
    result.media().forEach(media -> output.add(attachment(media)));
  }

  private void prompts(ArrayNode input, List<Turn.Prompt> prompts) {
    if (prompts.isEmpty()) {
      return;
    }
    var content = input.addObject().put("type", "message").put("role", "user").putArray("content");
    for (var prompt : prompts) {
      if (!prompt.text().isBlank()) {
        content.add(words(prompt.text()));
      }
      prompt.media().forEach(media -> content.add(attachment(media)));
    }
  }

  private ObjectNode attachment(Media media) {
    if (target.facts().reads(media.type())) {
      if (Kind.of(media.type()) == Kind.IMAGE) {
        return Json.object()
            .put("type", "input_image")
            .put("image_url", Attachments.dataUrl(media, request));
      }
      if (Kind.of(media.type()) == Kind.DOCUMENT) {
        return Json.object()
            .put("type", "input_file")
            .put("filename", Attachments.fileName(media))
            .put("file_data", Attachments.dataUrl(media, request));
      }
    }
    return words(Attachments.words(media, request));
  }

  private static ObjectNode words(String text) {
    return Json.object().put("type", "input_text").put("text", text);
  }
}
