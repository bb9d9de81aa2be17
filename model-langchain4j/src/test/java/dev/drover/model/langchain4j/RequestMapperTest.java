package dev.drover.model.langchain4j;

import static dev.drover.model.langchain4j.LangChain4jRequests.call;
import static dev.drover.model.langchain4j.LangChain4jRequests.media;
import static dev.drover.model.langchain4j.LangChain4jRequests.prose;
import static dev.drover.model.langchain4j.LangChain4jRequests.result;
import static dev.drover.model.langchain4j.LangChain4jRequests.said;
import static dev.drover.model.langchain4j.LangChain4jRequests.sealed;
import static dev.drover.model.langchain4j.LangChain4jRequests.thought;
import static dev.drover.model.langchain4j.LangChain4jRequests.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.spi.model.ModelRequest;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestMapperTest {
  private static final ChatModelTraits SEES =
      ChatModelTraits.USUAL.reading(
          Set.of(ChatModelTraits.Reads.IMAGES, ChatModelTraits.Reads.DOCUMENTS));

  private static ChatRequest mapped(ModelRequest request) {
    return new RequestMapper(request, "lc/m", SEES).chatRequest();
  }

  private static List<ChatMessage> messages(ModelRequest request) {
    return mapped(request).messages();
  }

  private static ToolExecutionRequest request(String id, String tool, String arguments) {
    return ToolExecutionRequest.builder().id(id).name(tool).arguments(arguments).build();
  }

  private static ToolExecutionResultMessage answer(
      String id, String tool, String text, boolean failed) {
    return ToolExecutionResultMessage.builder()
        .id(id)
        .toolName(tool)
        .text(text)
        .isError(failed)
        .build();
  }

  @Test
  @Tag("C1")
  void aConversationIsMappedToMessages() {
    assertThat(
            messages(
                LangChain4jRequests.of(
                    user("Read a and b."),
                    said(prose("I look."), call("1", "read", "{\"p\":1}"), call("2", "read", "{}")),
                    result("2", "read", new ToolOutcome.Failed(Text.of("there is no b"))),
                    result("1", "read", "content of a"),
                    said(prose("There is only a.")),
                    user("Thanks."),
                    user("And c?"))))
        .containsExactly(
            SystemMessage.from("Be brief."),
            UserMessage.from("Read a and b."),
            AiMessage.builder()
                .text("I look.")
                .toolExecutionRequests(
                    List.of(request("1", "read", "{\"p\":1}"), request("2", "read", "{}")))
                .build(),
            answer("1", "read", "content of a", false),
            answer("2", "read", "Failed: there is no b", true),
            AiMessage.from("There is only a."),
            UserMessage.from("Thanks.\n\nAnd c?"));
  }

  @Test
  @Tag("A13")
  void aCallWithoutAResultGetsAPlaceholder() {
    assertThat(
            messages(
                LangChain4jRequests.of(user("Go."), said(call("1", "read", "{}")), user("Well?"))))
        .element(3)
        .isEqualTo(
            answer(
                "1",
                "read",
                "Failed: There is no result of this call. Find out what happened before you"
                    + " repeat it.",
                true));
  }

  @Test
  @Tag("B14")
  void imagesAndDocumentsAreAttachedAndOthersAreDescribed() {
    var request =
        LangChain4jRequests.of(
            user(
                "Look.",
                media("image/png", "a.png"),
                media("application/pdf", "b.pdf"),
                media("video/mp4", "c.mp4")));
    assertThat(messages(request).getLast())
        .isEqualTo(
            UserMessage.from(
                TextContent.from("Look."),
                ImageContent.from("AQID", "image/png"),
                PdfFileContent.from("AQID", "application/pdf"),
                TextContent.from(
                    "[The attachment c.mp4 (video/mp4, 3 bytes) was left out: this model cannot"
                        + " read it.]")));
  }

  @Test
  void mediaInAToolResultFollowTheResult() {
    var shown = new ToolOutcome.Succeeded(Text.of(""), List.of(media("image/png", "")));
    assertThat(
            messages(
                LangChain4jRequests.of(
                    user("Go."), said(call("1", "look", "{}")), result("1", "look", shown))))
        .endsWith(
            answer("1", "look", "[The call has no output.]", false),
            UserMessage.from(
                TextContent.from("[Shown by look:]"), ImageContent.from("AQID", "image/png")));
  }

  @Test
  @Tag("C8")
  void reasoningIsSentBackToTheModelThatMadeIt() {
    var data = "{\"thinking\":\"Hm.\",\"attributes\":{\"signature\":\"S\"}}";
    var asked =
        LangChain4jRequests.of(
            user("Go."),
            said(thought("Hm."), sealed("lc/m", data), prose("Gone.")),
            said(thought("Ah."), sealed("lc/other", data)),
            user("Again."));
    assertThat(messages(asked).get(2))
        .isEqualTo(
            AiMessage.builder()
                .text("Gone.\n\n[No words were said.]")
                .thinking("Hm.")
                .attributes(Map.of("signature", "S"))
                .build());
  }

  @Test
  void toolsAreOfferedWithTheirSchemas() {
    var schema =
        """
        {"type":"object","properties":{"path":{"type":"string","description":"Which."}},\
        "required":["path"],"additionalProperties":false}\
        """;
    var asked =
        mapped(
            LangChain4jRequests.with(
                List.of(LangChain4jRequests.tool("read", schema)), AnswerType.WORDS, user("Go.")));
    assertThat(asked.toolSpecifications())
        .singleElement()
        .satisfies(
            tool -> {
              assertThat(tool.name()).isEqualTo("read");
              assertThat(tool.description()).isEqualTo("Does read.");
              assertThat(tool.parameters())
                  .isEqualTo(
                      JsonObjectSchema.builder()
                          .addStringProperty("path", "Which.")
                          .required("path")
                          .additionalProperties(false)
                          .build());
            });
    assertThat(mapped(LangChain4jRequests.of(user("Go."))).toolSpecifications()).isEmpty();
    assertThat(asked.toolChoice()).isNull();
  }

  @Test
  @Tag("C5")
  void aJsonAnswerIsRequestedWithItsSchema() {
    var schema =
        "{\"type\":\"object\",\"properties\":{\"lambs\":{\"type\":\"integer\"}},\"required\":[\"lambs\"]}";
    var format =
        mapped(
                LangChain4jRequests.with(
                    List.of(), new AnswerType.Json("count", Text.of(schema), 2), user("How many?")))
            .responseFormat();
    assertThat(format.type()).isEqualTo(ResponseFormatType.JSON);
    assertThat(format.jsonSchema().name()).isEqualTo("count");
    assertThat(format.jsonSchema().rootElement())
        .isEqualTo(
            JsonObjectSchema.builder()
                .addProperty("lambs", new JsonIntegerSchema())
                .required("lambs")
                .build());
    assertThat(mapped(LangChain4jRequests.of(user("Go."))).responseFormat()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"path\":", "[1]", "null", "not json", "{\"a\":1} {\"b\":2}"})
  void malformedArgumentsAreKeptAsText(String arguments) {
    var message =
        (AiMessage)
            messages(LangChain4jRequests.of(user("Go."), said(call("1", "read", arguments))))
                .get(2);
    assertThat(LangChain4jJson.parse(message.toolExecutionRequests().getFirst().arguments()))
        .isEqualTo(LangChain4jJson.object().put("unreadable_arguments", arguments));
  }

  @Test
  @Tag("C1")
  void theSameConversationIsTheSameRequest() {
    var request =
        LangChain4jRequests.of(
            user("Go."), said(call("", "read", "{}"), call("", "read", "{}")), user("On."));
    assertThat(mapped(request)).isEqualTo(mapped(request));
  }
}
