package dev.drover.model.http.referee;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.genai.Client;
import com.google.genai.errors.ApiException;
import com.google.genai.types.Content;
import com.google.genai.types.FinishReason;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.GenerateContentResponse;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.HttpRetryOptions;
import com.google.genai.types.Part;
import com.google.genai.types.ThinkingConfig;
import com.google.genai.types.Tool;
import dev.drover.model.http.ApiKeySource;
import dev.drover.model.http.HttpModels;
import dev.drover.testkit.wire.FakeProvider;
import dev.drover.testkit.wire.ServerAction;
import dev.drover.testkit.wire.WireProtocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class GoogleRefereeTest {
  private static final String MODEL = "gemini-2.5-flash";

  private final FakeProvider provider = FakeProvider.start(WireProtocol.GEMINI);
  private final Client client =
      Client.builder()
          .apiKey(SharedConversation.KEY)
          .httpOptions(
              HttpOptions.builder()
                  .baseUrl(provider.baseUrl().replace("/v1beta", ""))
                  .retryOptions(HttpRetryOptions.builder().attempts(1))
                  .build())
          .build();

  @AfterEach
  void close() {
    provider.close();
    client.close();
  }

  @Test
  void theVendorsClientAcceptsTheServer() throws Exception {
    provider.then(ServerAction.play(SharedConversation.REPLY));
    var words = new StringBuilder();
    var thoughts = new StringBuilder();
    var calls = new ArrayList<FunctionCall>();
    var signatures = new ArrayList<String>();
    var all = new ArrayList<GenerateContentResponse>();
    for (var response : stream()) {
      for (var part : requireNonNull(response.parts())) {
        (part.thought().orElse(false) ? thoughts : words).append(part.text().orElse(""));
        part.functionCall().ifPresent(calls::add);
        part.thoughtSignature().ifPresent(bytes -> signatures.add(new String(bytes, UTF_8)));
      }
      all.add(response);
    }
    assertThat(thoughts).hasToString("Let me think.");
    assertThat(words).hasToString("Grüße, 世界! I look.");
    assertThat(calls)
        .extracting(call -> call.id().orElseThrow())
        .containsExactly("call_1", "call_2");
    assertThat(calls.getFirst().args()).contains(Map.of("path", "a.txt"));
    assertThat(signatures).containsExactly("seal");
    var last = all.getLast();
    assertThat(last.finishReason()).isEqualTo(new FinishReason(FinishReason.Known.STOP));
    var usage = last.usageMetadata().orElseThrow();
    assertThat(usage.promptTokenCount()).contains(120);
    assertThat(usage.candidatesTokenCount()).contains(45);
  }

  @Test
  void theVendorsClientAcceptsTheServersErrors() {
    provider.then(ServerAction.refuse(429, "RESOURCE_EXHAUSTED", "Slow down."));
    assertThatThrownBy(this::stream)
        .isInstanceOfSatisfying(
            ApiException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(429);
              assertThat(refused.status()).isEqualTo("RESOURCE_EXHAUSTED");
            });
  }

  @Test
  void theVendorsClientSendsWhatWeSend() throws Exception {
    provider.then(ServerAction.play(SharedConversation.REPLY));
    for (var response : stream()) {
      assertThat(response).isNotNull();
    }
    var theirs = SharedConversation.last(provider);
    var ours = SharedConversation.ours(provider, HttpModels.google(ApiKeySource.of("k")), MODEL);
    assertThat(ours).isEqualTo(theirs);
    assertThat(provider.requests().getLast().target())
        .isEqualTo(provider.requests().getFirst().target());
    assertThat(provider.requests().getFirst().headers().get("x-goog-api-key"))
        .isEqualTo(SharedConversation.KEY);
  }

  private Iterable<GenerateContentResponse> stream() {
    return client.models.generateContentStream(MODEL, contents(), config());
  }

  private static GenerateContentConfig config() {
    return GenerateContentConfig.builder()
        .systemInstruction(
            Content.builder().parts(Part.fromText(SharedConversation.SYSTEM)).build())
        .maxOutputTokens(65_536)
        .thinkingConfig(ThinkingConfig.builder().includeThoughts(true))
        .tools(
            Tool.builder()
                .functionDeclarations(
                    FunctionDeclaration.builder()
                        .name("read")
                        .description("Does read.")
                        .parametersJsonSchema(
                            Map.of(
                                "type",
                                "object",
                                "properties",
                                Map.of("path", Map.of("type", "string")),
                                "required",
                                List.of("path")))))
        .build();
  }

  private static List<Content> contents() {
    return List.of(
        content("user", Part.fromText(SharedConversation.PROMPT)),
        content(
            "model",
            Part.fromText(SharedConversation.WORDS),
            call("call_1", "read", Map.of("path", "a.txt")),
            call("call_2", "clock", Map.of())),
        content(
            "user",
            response("call_1", "read", Map.of("output", SharedConversation.CONTENT)),
            response("call_2", "clock", Map.of("error", SharedConversation.FAILURE)),
            Part.fromText(SharedConversation.THANKS)));
  }

  private static Content content(String role, Part... parts) {
    return Content.builder().role(role).parts(parts).build();
  }

  private static Part call(String id, String tool, Map<String, Object> arguments) {
    return Part.builder()
        .functionCall(FunctionCall.builder().id(id).name(tool).args(arguments))
        .build();
  }

  private static Part response(String id, String tool, Map<String, Object> outcome) {
    return Part.builder()
        .functionResponse(FunctionResponse.builder().id(id).name(tool).response(outcome))
        .build();
  }
}
