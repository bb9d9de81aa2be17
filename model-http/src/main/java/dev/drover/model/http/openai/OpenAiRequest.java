package dev.drover.model.http.openai;

import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.value.Media;
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

/// Builds one request. The input comes last, so that a longer conversation only adds to the bytes.
///
/// Nothing is stored by the provider: the journal is the only source. So reasoning is transferred
/// sealed, in both directions.
final class OpenAiRequest {
  private final ModelRequest request;
  private final ModelTarget target;

  OpenAiRequest(ModelRequest request, ModelTarget target) {
    this.request = request;
    this.target = target;
  }

  Bytes bytes() {
    var body = ProtocolJson.object();
    body.put("model", target.model());
    body.put("stream", true);
    body.put("store", false);
    body.putArray("include").add("reasoning.encrypted_content");
    body.put("max_output_tokens", target.facts().maxOutput());
    if (request.answer() instanceof AnswerType.Json(var name, var text, _)) {
      var schema = ProtocolJson.parse(request.read(text));
      body.putObject("text")
          .putObject("format")
          .put("type", "json_schema")
          .put("name", name)
          .put("strict", StrictSchema.fits(schema))
          .set("schema", schema);
    }
    ProtocolJson.put(body, target.options());
    if (!request.instructions().isBlank()) {
      body.put("instructions", request.instructions());
    }
    putTools(body);
    var input = body.putArray("input");
    for (var turn : ProviderHistory.of(request, target.name())) {
      switch (turn) {
        case ProviderTurn.Assistant(var pieces) -> {
          pieces.forEach(piece -> addAssistant(input, piece));
          // Reasoning is accepted only together with the output that followed it.
          if (pieces.getLast() instanceof ProviderTurn.Piece.Sealed) {
            addAssistant(input, new ProviderTurn.Piece.Words(ProviderHistory.NOTHING_SAID));
          }
        }
        case ProviderTurn.User(var results, var prompts) -> {
          results.forEach(result -> result(input, result));
          prompts(input, prompts);
        }
      }
    }
    return ProtocolJson.bytes(body);
  }

  private void putTools(ObjectNode body) {
    if (request.tools().isEmpty()) {
      return;
    }
    var tools = body.putArray("tools");
    for (var spec : request.tools()) {
      // Explicit, because the default of this API is the opposite.
      tools
          .addObject()
          .put("type", "function")
          .put("name", spec.name())
          .put("description", spec.description())
          .put("strict", false)
          .set("parameters", ProtocolJson.parse(spec.schema()));
    }
  }

  private static void addAssistant(ArrayNode input, ProviderTurn.Piece piece) {
    switch (piece) {
      case ProviderTurn.Piece.Words(var text) ->
          input.addObject().put("type", "message").put("role", "assistant").put("content", text);
      case ProviderTurn.Piece.Call(var id, var tool, var arguments) ->
          input
              .addObject()
              .put("type", "function_call")
              .put("call_id", id)
              .put("name", tool)
              .put("arguments", ProtocolJson.argumentText(arguments));
      case ProviderTurn.Piece.Sealed(var data) -> input.add(ProtocolJson.parse(data));
    }
  }

  private void result(ArrayNode input, ProviderTurn.Result result) {
    var item = input.addObject().put("type", "function_call_output").put("call_id", result.id());
    var text =
        result.tone() == ProviderTurn.ResultKind.FAILED
            ? "Failed: " + result.text()
            : result.text();
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

  private void prompts(ArrayNode input, List<ProviderTurn.Prompt> prompts) {
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
        return ProtocolJson.object()
            .put("type", "input_image")
            .put("image_url", MediaEncoder.dataUrl(media, request));
      }
      if (Kind.of(media.type()) == Kind.DOCUMENT) {
        return ProtocolJson.object()
            .put("type", "input_file")
            .put("filename", MediaEncoder.fileName(media))
            .put("file_data", MediaEncoder.dataUrl(media, request));
      }
    }
    return words(MediaEncoder.words(media, request));
  }

  private static ObjectNode words(String text) {
    return ProtocolJson.object().put("type", "input_text").put("text", text);
  }
}
