package dev.drover.model.http.referee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.ObjectMappers;
import com.openai.errors.OpenAIServiceException;
import com.openai.helpers.ResponseAccumulator;
import com.openai.models.responses.EasyInputMessage;
import com.openai.models.responses.FunctionTool;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseFunctionToolCall;
import com.openai.models.responses.ResponseIncludable;
import com.openai.models.responses.ResponseInputContent;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseInputText;
import com.openai.models.responses.ResponseStatus;
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
class OpenAiRefereeTest {
  private final FakeProvider provider = FakeProvider.start(WireProtocol.RESPONSES);
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
    var response = stream();
    assertThat(response.status()).contains(ResponseStatus.COMPLETED);
    assertThat(response.output()).hasSize(4);
    var reasoning = response.output().get(0).asReasoning();
    assertThat(reasoning.summary().getFirst().text()).isEqualTo("Let me think.");
    assertThat(reasoning.encryptedContent()).contains("c2VhbA==");
    assertThat(response.output().get(1).asMessage().content().getFirst().asOutputText().text())
        .isEqualTo("Grüße, 世界! I look.");
    assertThat(response.output().get(2).asFunctionCall().callId()).isEqualTo("call_1");
    assertThat(response.output().get(2).asFunctionCall().arguments())
        .isEqualTo(SharedConversation.ARGUMENTS);
    assertThat(response.usage().orElseThrow().inputTokens()).isEqualTo(120);
    assertThat(response.usage().orElseThrow().outputTokens()).isEqualTo(45);
    response.validate();
  }

  @Test
  void theVendorsClientAcceptsTheServersErrors() {
    provider.then(ServerAction.refuse(429, "insufficient_quota", "Pay first."));
    assertThatThrownBy(this::stream)
        .isInstanceOfSatisfying(
            OpenAIServiceException.class,
            refused -> {
              assertThat(refused.statusCode()).isEqualTo(429);
              assertThat(refused.code()).contains("insufficient_quota");
            });
    provider.then(
        ServerAction.play(
            SharedConversation.REPLY,
            ReplyDelivery.ending(
                new ReplyDelivery.Ending.Failed(
                    ReplyDelivery.Reach.FIRST_WORD, "server_error", "It broke."))));
    var failed = stream();
    assertThat(failed.status()).contains(ResponseStatus.FAILED);
    assertThat(failed.error().orElseThrow().message()).isEqualTo("It broke.");
  }

  @Test
  void theVendorsClientSendsWhatWeSend() throws Exception {
    provider.then(ServerAction.play(SharedConversation.REPLY));
    stream();
    var theirs = SharedConversation.last(provider);
    var ours = SharedConversation.ours(provider, HttpModels.openai(ApiKeySource.of("k")), "gpt-5");
    assertThat(ours).isEqualTo(theirs);
    assertThat(provider.requests().getLast().target())
        .isEqualTo(provider.requests().getFirst().target());
    assertThat(provider.requests().getFirst().headers().get("authorization"))
        .isEqualTo("Bearer " + SharedConversation.KEY);
  }

  /// The vendor does not publish the distinction between known and unknown fields; it is needed
  /// here.
  @Test
  @SuppressWarnings("deprecation")
  void theVendorsTypesKnowEveryFieldOfOurRequest() throws Exception {
    var ours = SharedConversation.ours(provider, HttpModels.openai(ApiKeySource.of("k")), "gpt-5");
    var body =
        ObjectMappers.jsonMapper()
            .readValue(ours.toString(), ResponseCreateParams.Body.class)
            .validate();
    assertThat(body._additionalProperties().keySet()).containsExactly("stream");
    assertThat(body.input().orElseThrow().asResponse()).hasSize(7);
  }

  private Response stream() {
    var all = ResponseAccumulator.create();
    try (var events = client.responses().createStreaming(params())) {
      events.stream().forEach(all::accumulate);
    }
    return all.response();
  }

  private static ResponseCreateParams params() {
    return ResponseCreateParams.builder()
        .model("gpt-5")
        .instructions(SharedConversation.SYSTEM)
        .maxOutputTokens(128_000)
        .store(false)
        .addInclude(ResponseIncludable.REASONING_ENCRYPTED_CONTENT)
        .addTool(
            FunctionTool.builder()
                .name("read")
                .description("Does read.")
                .strict(false)
                .parameters(
                    FunctionTool.Parameters.builder()
                        .putAdditionalProperty("type", JsonValue.from("object"))
                        .putAdditionalProperty(
                            "properties", JsonValue.from(Map.of("path", Map.of("type", "string"))))
                        .putAdditionalProperty("required", JsonValue.from(List.of("path")))
                        .build())
                .build())
        .inputOfResponse(
            List.of(
                ResponseInputItem.ofEasyInputMessage(user(SharedConversation.PROMPT)),
                ResponseInputItem.ofEasyInputMessage(
                    EasyInputMessage.builder()
                        .role(EasyInputMessage.Role.ASSISTANT)
                        .content(SharedConversation.WORDS)
                        .build()),
                ResponseInputItem.ofFunctionCall(
                    call("call_1", "read", SharedConversation.ARGUMENTS)),
                ResponseInputItem.ofFunctionCall(call("call_2", "clock", "{}")),
                ResponseInputItem.ofFunctionCallOutput(
                    output("call_1", SharedConversation.CONTENT)),
                ResponseInputItem.ofFunctionCallOutput(
                    output("call_2", "Failed: " + SharedConversation.FAILURE)),
                ResponseInputItem.ofEasyInputMessage(user(SharedConversation.THANKS))))
        .build();
  }

  private static EasyInputMessage user(String text) {
    return EasyInputMessage.builder()
        .role(EasyInputMessage.Role.USER)
        .contentOfResponseInputMessageContentList(
            List.of(
                ResponseInputContent.ofInputText(ResponseInputText.builder().text(text).build())))
        .build();
  }

  private static ResponseFunctionToolCall call(String id, String tool, String arguments) {
    return ResponseFunctionToolCall.builder().callId(id).name(tool).arguments(arguments).build();
  }

  private static ResponseInputItem.FunctionCallOutput output(String id, String text) {
    return ResponseInputItem.FunctionCallOutput.builder().callId(id).output(text).build();
  }
}
