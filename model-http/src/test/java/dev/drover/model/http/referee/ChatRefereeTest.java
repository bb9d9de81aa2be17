package dev.drover.model.http.referee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.ObjectMappers;
import com.openai.errors.OpenAIServiceException;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionAssistantMessageParam;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionFunctionTool;
import com.openai.models.chat.completions.ChatCompletionMessageFunctionToolCall;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import dev.drover.model.http.ApiKeySource;
import dev.drover.model.http.HttpModels;
import dev.drover.model.http.facts.ChatDialect;
import dev.drover.testkit.wire.FakeProvider;
import dev.drover.testkit.wire.ServerAction;
import dev.drover.testkit.wire.WireProtocol;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

@Tag("long")
class ChatRefereeTest {
  private final FakeProvider provider = FakeProvider.start(WireProtocol.CHAT);
  private final OpenAIClient client =
      OpenAIOkHttpClient.builder()
          .baseUrl(provider.baseUrl())
          .apiKey(SharedConversation.KEY)
          .maxRetries(0)
          .build();

  @AfterEach
  void close() {
    provider.close();
    client.close();
  }

  @Test
  void theVendorsClientAcceptsTheServer() {
    provider.then(ServerAction.play(SharedConversation.REPLY));
    var choice = stream().choices().getFirst();
    assertThat(choice.message().content()).contains("Grüße, 世界! I look.");
    assertThat(choice.finishReason()).isEqualTo(ChatCompletion.Choice.FinishReason.TOOL_CALLS);
    var calls = choice.message().toolCalls().orElseThrow();
    assertThat(calls).hasSize(2);
    assertThat(calls.getFirst().asFunction().id()).isEqualTo("call_1");
    assertThat(calls.getFirst().asFunction().function().arguments())
        .isEqualTo(SharedConversation.ARGUMENTS);
  }

  @Test
  void theVendorsClientAcceptsTheServersErrors() {
    provider.then(ServerAction.refuse(400, "context_length_exceeded", "Too long."));
    assertThatThrownBy(this::stream)
        .isInstanceOfSatisfying(
            OpenAIServiceException.class,
            refused -> assertThat(refused.code()).contains("context_length_exceeded"));
  }

  @Test
  void theVendorsClientSendsWhatWeSend() throws Exception {
    provider.then(ServerAction.play(SharedConversation.REPLY));
    stream();
    var theirs = SharedConversation.last(provider);
    assertThat(ours()).isEqualTo(theirs);
    assertThat(provider.requests().getLast().target())
        .isEqualTo(provider.requests().getFirst().target());
  }

  /// The vendor does not publish the distinction between known and unknown fields; it is needed
  /// here.
  @Test
  @SuppressWarnings("deprecation")
  void theVendorsTypesKnowEveryFieldOfOurRequest() throws Exception {
    var body =
        ObjectMappers.jsonMapper()
            .readValue(ours().toString(), ChatCompletionCreateParams.Body.class)
            .validate();
    assertThat(body._additionalProperties().keySet()).containsExactly("stream");
    assertThat(body.messages()).hasSize(6);
  }

  private ObjectNode ours() throws Exception {
    return SharedConversation.ours(
        provider, HttpModels.chat(ChatDialect.GROQ, ApiKeySource.of("k")), "gpt-4.1");
  }

  private ChatCompletion stream() {
    var all = ChatCompletionAccumulator.create();
    try (var chunks = client.chat().completions().createStreaming(params())) {
      chunks.stream().forEach(all::accumulate);
    }
    return all.chatCompletion();
  }

  private static ChatCompletionCreateParams params() {
    return ChatCompletionCreateParams.builder()
        .model("gpt-4.1")
        .streamOptions(ChatCompletionStreamOptions.builder().includeUsage(true).build())
        .addTool(
            ChatCompletionFunctionTool.builder()
                .function(
                    FunctionDefinition.builder()
                        .name("read")
                        .description("Does read.")
                        .parameters(
                            FunctionParameters.builder()
                                .putAdditionalProperty("type", JsonValue.from("object"))
                                .putAdditionalProperty(
                                    "properties",
                                    JsonValue.from(Map.of("path", Map.of("type", "string"))))
                                .putAdditionalProperty("required", JsonValue.from(List.of("path")))
                                .build())
                        .build())
                .build())
        .addSystemMessage(SharedConversation.SYSTEM)
        .addUserMessage(SharedConversation.PROMPT)
        .addMessage(
            ChatCompletionAssistantMessageParam.builder()
                .content(SharedConversation.WORDS)
                .addToolCall(call("call_1", "read", SharedConversation.ARGUMENTS))
                .addToolCall(call("call_2", "clock", "{}"))
                .build())
        .addMessage(result("call_1", SharedConversation.CONTENT))
        .addMessage(result("call_2", "Failed: " + SharedConversation.FAILURE))
        .addUserMessage(SharedConversation.THANKS)
        .build();
  }

  private static ChatCompletionMessageFunctionToolCall call(
      String id, String tool, String arguments) {
    return ChatCompletionMessageFunctionToolCall.builder()
        .id(id)
        .function(
            ChatCompletionMessageFunctionToolCall.Function.builder()
                .name(tool)
                .arguments(arguments)
                .build())
        .build();
  }

  private static ChatCompletionToolMessageParam result(String id, String text) {
    return ChatCompletionToolMessageParam.builder().toolCallId(id).content(text).build();
  }
}
