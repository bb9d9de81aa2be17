package dev.drover.model.langchain4j;

import dev.drover.kernel.AnswerType;
import dev.drover.kernel.Media;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.model.history.Attachments;
import dev.drover.spi.model.history.History;
import dev.drover.spi.model.history.Turn;
import dev.drover.spi.tool.ToolSpec;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/// One request in the words of LangChain4j. The same request gives an equal one each time, and a
/// longer conversation only adds messages.
///
/// Nothing is said that the chat model was built with: its name, its temperature, the bound on a
/// reply.
final class RequestMapping {
  /// Some providers refuse a result without a word.
  private static final String NO_OUTPUT = "[The call has no output.]";

  private final ModelRequest request;
  private final String model;
  private final Traits traits;

  /// @param model as `provider/model`
  RequestMapping(ModelRequest request, String model, Traits traits) {
    this.request = request;
    this.model = model;
    this.traits = traits;
  }

  ChatRequest chatRequest() {
    var built = ChatRequest.builder().messages(messages());
    if (!request.tools().isEmpty()) {
      built.toolSpecifications(request.tools().stream().map(RequestMapping::tool).toList());
    }
    if (request.answer() instanceof AnswerType.Json(var name, var schema, _)) {
      built.responseFormat(
          ResponseFormat.builder()
              .type(ResponseFormatType.JSON)
              .jsonSchema(
                  JsonSchema.builder()
                      .name(name)
                      .rootElement(SchemaMapping.element(Json.parse(request.read(schema))))
                      .build())
              .build());
    }
    return built.build();
  }

  private static ToolSpecification tool(ToolSpec spec) {
    return ToolSpecification.builder()
        .name(spec.name())
        .description(spec.description())
        .parameters(SchemaMapping.object(Json.parse(spec.schema())))
        .build();
  }

  private List<ChatMessage> messages() {
    var messages = new ArrayList<ChatMessage>();
    if (!request.instructions().isBlank()) {
      messages.add(SystemMessage.from(request.instructions()));
    }
    for (var turn : History.of(request, model)) {
      switch (turn) {
        case Turn.Said(var pieces) -> messages.add(said(pieces));
        case Turn.Told told -> told(messages, told);
      }
    }
    return messages;
  }

  private static AiMessage said(List<Turn.Piece> pieces) {
    var words = new ArrayList<String>();
    var calls = new ArrayList<ToolExecutionRequest>();
    var thoughts = new ArrayList<String>();
    var attributes = new LinkedHashMap<String, Object>();
    for (var piece : pieces) {
      switch (piece) {
        case Turn.Piece.Words(var text) -> words.add(text);
        case Turn.Piece.Call(var id, var tool, var arguments) ->
            calls.add(
                ToolExecutionRequest.builder()
                    .id(id)
                    .name(tool)
                    .arguments(arguments(arguments))
                    .build());
        case Turn.Piece.Sealed(var data) -> {
          var seal = ThoughtSeal.parse(data);
          thoughts.add(seal.thinking());
          attributes.putAll(seal.attributes());
        }
      }
    }
    if (words.isEmpty() && calls.isEmpty()) {
      words.add(History.NOTHING_SAID);
    }
    var thinking = String.join("\n\n", thoughts);
    return AiMessage.builder()
        .text(words.isEmpty() ? null : String.join("\n\n", words))
        .thinking(thinking.isEmpty() ? null : thinking)
        .toolExecutionRequests(calls)
        .attributes(attributes)
        .build();
  }

  /// Some providers parse them. What a model garbled is kept as words, so that it can see what it
  /// did.
  private static String arguments(String text) {
    return Json.tryParse(text).isObject()
        ? text
        : Json.text(Json.object().put("unreadable_arguments", text));
  }

  /// What a tool shows goes behind its result: not every provider takes it inside.
  private void told(List<ChatMessage> messages, Turn.Told told) {
    var shown = new ArrayList<Turn.Prompt>();
    for (var result : told.results()) {
      messages.add(result(result));
      if (!result.media().isEmpty()) {
        shown.add(new Turn.Prompt("[Shown by %s:]".formatted(result.tool()), result.media()));
      }
    }
    shown.addAll(told.prompts());
    if (shown.isEmpty()) {
      return;
    }
    // Words alone are a plain text, which even the smallest server understands.
    messages.add(
        shown.stream().allMatch(prompt -> prompt.media().isEmpty())
            ? UserMessage.from(
                shown.stream().map(Turn.Prompt::text).collect(Collectors.joining("\n\n")))
            : UserMessage.from(contents(shown)));
  }

  private static ToolExecutionResultMessage result(Turn.Result result) {
    boolean failed = result.tone() == Turn.Tone.FAILED;
    var text = result.text().isBlank() ? NO_OUTPUT : result.text();
    return ToolExecutionResultMessage.builder()
        .id(result.id())
        .toolName(result.tool())
        .text(failed ? "Failed: " + text : text)
        .isError(failed)
        .build();
  }

  private List<Content> contents(List<Turn.Prompt> prompts) {
    var contents = new ArrayList<Content>();
    for (var prompt : prompts) {
      if (!prompt.text().isBlank()) {
        contents.add(TextContent.from(prompt.text()));
      }
      prompt.media().forEach(media -> contents.add(attachment(media)));
    }
    return contents;
  }

  private Content attachment(Media media) {
    var type = media.type();
    if (!traits.reads(type) || Attachments.isText(type)) {
      return TextContent.from(Attachments.words(media, request));
    }
    var data = Attachments.base64(media, request);
    if (type.startsWith("image/")) {
      return ImageContent.from(data, type);
    }
    return type.startsWith("audio/")
        ? AudioContent.from(data, type)
        : PdfFileContent.from(data, type);
  }
}
