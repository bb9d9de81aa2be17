package dev.drover.model.http.referee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.JsonValue;
import com.anthropic.core.ObjectMappers;
import com.anthropic.errors.AnthropicServiceException;
import com.anthropic.errors.SseException;
import com.anthropic.helpers.MessageAccumulator;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.MessageParam;
import com.anthropic.models.messages.StopReason;
import com.anthropic.models.messages.TextBlockParam;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolResultBlockParam;
import com.anthropic.models.messages.ToolUseBlockParam;
import dev.drover.model.http.ApiKeySource;
import dev.drover.model.http.HttpModels;
import dev.drover.testkit.wire.FakeProvider;
import dev.drover.testkit.wire.ReplyDelivery;
import dev.drover.testkit.wire.ServerAction;
import dev.drover.testkit.wire.WireProtocol;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class AnthropicRefereeTest {
  private final FakeProvider provider = FakeProvider.start(WireProtocol.MESSAGES);
  private final AnthropicClient client =
      AnthropicOkHttpClient.builder()
          .baseUrl(provider.baseUrl())
          .apiKey(SharedConversation.KEY)
          .maxRetries(0)
          .build();

  @AfterEach
  void close() {
    client.close();
    provider.close();
  }

  @Test
  void theVendorsClientAcceptsTheServer() {
    provider.then(ServerAction.play(SharedConversation.REPLY));
    var message = stream();
    assertThat(message.content()).hasSize(4);
    assertThat(message.content().get(0).asThinking().thinking()).isEqualTo("Let me think.");
    assertThat(message.content().get(0).asThinking().signature()).isEqualTo("c2VhbA==");
    assertThat(message.content().get(1).asText().text()).isEqualTo("Grüße, 世界! I look.");
    assertThat(message.content().get(2).asToolUse().id()).isEqualTo("call_1");
    assertThat(message.content().get(2).asToolUse()._input())
        .isEqualTo(JsonValue.from(Map.of("path", "a.txt")));
    assertThat(message.stopReason()).contains(StopReason.TOOL_USE);
    assertThat(message.usage().inputTokens()).isEqualTo(120);
    assertThat(message.usage().outputTokens()).isEqualTo(45);
  }

  @Test
  void theVendorsClientAcceptsTheServersErrors() {
    provider.then(ServerAction.refuse(529, "overloaded_error", "Overloaded"));
    assertThatThrownBy(this::stream)
        .isInstanceOfSatisfying(
            AnthropicServiceException.class,
            refused -> assertThat(refused.statusCode()).isEqualTo(529));
    provider.then(
        ServerAction.play(
            SharedConversation.REPLY,
            ReplyDelivery.ending(
                new ReplyDelivery.Ending.Failed(
                    ReplyDelivery.Reach.FIRST_WORD, "overloaded_error", "Overloaded"))));
    assertThatThrownBy(this::stream).isInstanceOf(SseException.class);
  }

  @Test
  void theVendorsClientSendsWhatWeSend() throws Exception {
    provider.then(ServerAction.play(SharedConversation.REPLY));
    stream();
    var theirs = SharedConversation.last(provider);
    var ours =
        SharedConversation.ours(
            provider, HttpModels.anthropic(ApiKeySource.of("k")), "claude-sonnet-5");
    assertThat(
            SharedConversation.json(
                ours.toString().replace(",\"cache_control\":{\"type\":\"ephemeral\"}", "")))
        .isEqualTo(theirs);
    assertThat(provider.requests().getLast().headers().keySet())
        .contains("x-api-key", "anthropic-version");
    // Not the vendor's newest version, but the one that all implementations of this protocol know.
    assertThat(provider.requests().getLast().headers())
        .containsEntry("anthropic-version", "2023-06-01");
    assertThat(provider.requests().getLast().target())
        .isEqualTo(provider.requests().getFirst().target());
  }

  @Test
  void theVendorsTypesKnowEveryFieldOfOurRequest() throws Exception {
    var ours =
        SharedConversation.ours(
            provider, HttpModels.anthropic(ApiKeySource.of("k")), "claude-sonnet-5");
    var body =
        ObjectMappers.jsonMapper()
            .readValue(ours.toString(), MessageCreateParams.Body.class)
            .validate();
    assertThat(body._additionalProperties().keySet()).containsExactly("stream");
    assertThat(body.messages()).hasSize(3);
  }

  private Message stream() {
    var all = MessageAccumulator.create();
    try (var events = client.messages().createStreaming(params())) {
      events.stream().forEach(all::accumulate);
    }
    return all.message();
  }

  private static MessageCreateParams params() {
    return MessageCreateParams.builder()
        .model("claude-sonnet-5")
        .maxTokens(128_000)
        .systemOfTextBlockParams(
            List.of(TextBlockParam.builder().text(SharedConversation.SYSTEM).build()))
        .addTool(
            Tool.builder()
                .name("read")
                .description("Does read.")
                .inputSchema(
                    Tool.InputSchema.builder()
                        .properties(
                            Tool.InputSchema.Properties.builder()
                                .putAdditionalProperty(
                                    "path", JsonValue.from(Map.of("type", "string")))
                                .build())
                        .required(List.of("path"))
                        .build())
                .build())
        .addMessage(
            MessageParam.ofUserOfContentBlockParams(
                List.of(ContentBlockParam.ofText(SharedConversation.PROMPT))))
        .addMessage(
            MessageParam.ofAssistantOfContentBlockParams(
                List.of(
                    ContentBlockParam.ofText(SharedConversation.WORDS),
                    ContentBlockParam.ofToolUse(
                        ToolUseBlockParam.builder()
                            .id("call_1")
                            .name("read")
                            .input(
                                ToolUseBlockParam.Input.builder()
                                    .putAdditionalProperty("path", JsonValue.from("a.txt"))
                                    .build())
                            .build()),
                    ContentBlockParam.ofToolUse(
                        ToolUseBlockParam.builder()
                            .id("call_2")
                            .name("clock")
                            .input(ToolUseBlockParam.Input.builder().build())
                            .build()))))
        .addMessage(
            MessageParam.ofUserOfContentBlockParams(
                List.of(
                    ContentBlockParam.ofToolResult(
                        result("call_1", SharedConversation.CONTENT).build()),
                    ContentBlockParam.ofToolResult(
                        result("call_2", SharedConversation.FAILURE).isError(true).build()),
                    ContentBlockParam.ofText(SharedConversation.THANKS))))
        .build();
  }

  private static ToolResultBlockParam.Builder result(String id, String text) {
    return ToolResultBlockParam.builder()
        .toolUseId(id)
        .contentOfBlocks(List.of(ToolResultBlockParam.Content.Block.ofText(text)));
  }
}
