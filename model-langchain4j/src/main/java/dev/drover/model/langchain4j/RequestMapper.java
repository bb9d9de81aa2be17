package dev.drover.model.langchain4j;

import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.value.Media;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.model.history.MediaEncoder;
import dev.drover.spi.model.history.ProviderHistory;
import dev.drover.spi.model.history.ProviderTurn;
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

/// Maps one request to LangChain4j. Equal requests have equal results, and a longer conversation
/// only adds messages.
///
/// Parameters that the chat model was built with are not set: its name, its temperature, the limit
/// on a reply.
final class RequestMapper {
  /// Some providers reject an empty result.
  private static final String NO_OUTPUT = "[The call has no output.]";

  private final ModelRequest request;
  private final String model;
  private final ChatModelTraits traits;

  /// @param model as `provider/model`
  RequestMapper(ModelRequest request, String model, ChatModelTraits traits) {
    this.request = request;
    this.model = model;
    this.traits = traits;
  }

  ChatRequest chatRequest() {
    var built = ChatRequest.builder().messages(messages());
    if (!request.tools().isEmpty()) {
      built.toolSpecifications(request.tools().stream().map(RequestMapper::tool).toList());
    }
    if (request.answer() instanceof AnswerType.Json(var name, var schema, _)) {
      built.responseFormat(
          ResponseFormat.builder()
              .type(ResponseFormatType.JSON)
              .jsonSchema(
                  JsonSchema.builder()
                      .name(name)
                      .rootElement(
                          SchemaMapper.element(LangChain4jJson.parse(request.read(schema))))
                      .build())
              .build());
    }
    return built.build();
  }

  private static ToolSpecification tool(ToolSpec spec) {
    return ToolSpecification.builder()
        .name(spec.name())
        .description(spec.description())
        .parameters(SchemaMapper.object(LangChain4jJson.parse(spec.schema())))
        .build();
  }

  private List<ChatMessage> messages() {
    var messages = new ArrayList<ChatMessage>();
    if (!request.instructions().isBlank()) {
      messages.add(SystemMessage.from(request.instructions()));
    }
    for (var turn : ProviderHistory.of(request, model)) {
      switch (turn) {
        case ProviderTurn.Assistant(var pieces) -> messages.add(assistant(pieces));
        case ProviderTurn.User user -> addUser(messages, user);
      }
    }
    return messages;
  }

  private static AiMessage assistant(List<ProviderTurn.Piece> pieces) {
    var words = new ArrayList<String>();
    var calls = new ArrayList<ToolExecutionRequest>();
    var thoughts = new ArrayList<String>();
    var attributes = new LinkedHashMap<String, Object>();
    for (var piece : pieces) {
      switch (piece) {
        case ProviderTurn.Piece.Words(var text) -> words.add(text);
        case ProviderTurn.Piece.Call(var id, var tool, var arguments) ->
            calls.add(
                ToolExecutionRequest.builder()
                    .id(id)
                    .name(tool)
                    .arguments(arguments(arguments))
                    .build());
        case ProviderTurn.Piece.Sealed(var data) -> {
          var seal = SignedReasoning.parse(data);
          thoughts.add(seal.thinking());
          attributes.putAll(seal.attributes());
        }
      }
    }
    if (words.isEmpty() && calls.isEmpty()) {
      words.add(ProviderHistory.NOTHING_SAID);
    }
    var thinking = String.join("\n\n", thoughts);
    return AiMessage.builder()
        .text(words.isEmpty() ? null : String.join("\n\n", words))
        .thinking(thinking.isEmpty() ? null : thinking)
        .toolExecutionRequests(calls)
        .attributes(attributes)
        .build();
  }

  /// Some providers parse them. Malformed arguments are kept as text, so that the model can see its
  /// error.
  private static String arguments(String text) {
    return LangChain4jJson.tryParse(text).isObject()
        ? text
        : LangChain4jJson.text(LangChain4jJson.object().put("unreadable_arguments", text));
  }

  /// The media of a tool follow its result: not every provider accepts them inside.
  private void addUser(List<ChatMessage> messages, ProviderTurn.User user) {
    var shown = new ArrayList<ProviderTurn.Prompt>();
    for (var result : user.results()) {
      messages.add(result(result));
      if (!result.media().isEmpty()) {
        shown.add(
            new ProviderTurn.Prompt("[Shown by %s:]".formatted(result.tool()), result.media()));
      }
    }
    shown.addAll(user.prompts());
    if (shown.isEmpty()) {
      return;
    }
    // Text alone is sent as a plain string, which every server accepts.
    messages.add(
        shown.stream().allMatch(prompt -> prompt.media().isEmpty())
            ? UserMessage.from(
                shown.stream().map(ProviderTurn.Prompt::text).collect(Collectors.joining("\n\n")))
            : UserMessage.from(contents(shown)));
  }

  private static ToolExecutionResultMessage result(ProviderTurn.Result result) {
    boolean failed = result.tone() == ProviderTurn.ResultKind.FAILED;
    var text = result.text().isBlank() ? NO_OUTPUT : result.text();
    return ToolExecutionResultMessage.builder()
        .id(result.id())
        .toolName(result.tool())
        .text(failed ? "Failed: " + text : text)
        .isError(failed)
        .build();
  }

  private List<Content> contents(List<ProviderTurn.Prompt> prompts) {
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
    if (!traits.reads(type) || MediaEncoder.isText(type)) {
      return TextContent.from(MediaEncoder.words(media, request));
    }
    var data = MediaEncoder.base64(media, request);
    if (type.startsWith("image/")) {
      return ImageContent.from(data, type);
    }
    return type.startsWith("audio/")
        ? AudioContent.from(data, type)
        : PdfFileContent.from(data, type);
  }
}
