package dev.drover.model.http.google;

import static dev.drover.model.http.suite.HttpRequests.call;
import static dev.drover.model.http.suite.HttpRequests.prose;
import static dev.drover.model.http.suite.HttpRequests.result;
import static dev.drover.model.http.suite.HttpRequests.said;
import static dev.drover.model.http.suite.HttpRequests.thought;
import static dev.drover.model.http.suite.HttpRequests.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.model.http.facts.ModelAbility;
import dev.drover.model.http.protocol.ProviderError;
import dev.drover.model.http.protocol.ProviderErrorException;
import dev.drover.model.http.protocol.RecordedProtocolRun;
import dev.drover.model.http.suite.HttpRequests;
import dev.drover.spi.model.ModelException.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoogleMappingTest {
  private final RecordedProtocolRun played =
      new RecordedProtocolRun(new GoogleProtocol(), ModelAbility.SIGNED_CALLS);

  @Test
  @Tag("C8")
  void signaturesStayWithTheirPart() throws Exception {
    var reply =
        played.read(
            """
            {"candidates":[{"content":{"parts":[{"text":"Hm.","thought":true},{"text":" Yes.","thought":true}]}}]}
            {"candidates":[{"content":{"parts":[{"text":"Look: "}]}}]}
            {"candidates":[{"content":{"parts":[{"functionCall":{"name":"clock","args":{}},"thoughtSignature":"S1"},{"functionCall":{"name":"clock"}}]}}]}
            {"candidates":[{"content":{"parts":[{"text":"","thoughtSignature":"S2"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":50,"cachedContentTokenCount":20,"candidatesTokenCount":5,"thoughtsTokenCount":7}}
            """);
    assertThat(reply)
        .isEqualTo(
            new ModelReply(
                List.of(
                    thought("Hm. Yes."),
                    prose("Look: "),
                    signed("S2"),
                    call("call_1", "clock", "{}"),
                    signed("S1"),
                    call("call_2", "clock", "{}")),
                StopReason.CALLS,
                new Usage(30, 12, 20, 0, 7)));
    var body =
        played.write(HttpRequests.of(user("Go."), said(reply), result("call_1", "clock", "1")));
    assertThat(body)
        .contains(
            """
            {"role":"model","parts":[{"text":"Look: ","thoughtSignature":"S2"},\
            {"functionCall":{"id":"call_1","name":"clock","args":{}},"thoughtSignature":"S1"},\
            {"functionCall":{"id":"call_2","name":"clock","args":{}}}]}\
            """
                .strip());
  }

  @Test
  @Tag("C8")
  void aCallOfAnotherModelIsMarkedAsUnsigned() {
    var request =
        HttpRequests.of(
            user("Go."),
            said(call("a", "clock", "{}"), call("b", "clock", "{}")),
            result("a", "clock", "1"),
            result("b", "clock", "2"));
    assertThat(played.write(request))
        .containsOnlyOnce("\"thoughtSignature\":\"skip_thought_signature_validator\"");
    assertThat(new RecordedProtocolRun(new GoogleProtocol(), ModelAbility.IMAGES).write(request))
        .doesNotContain("thoughtSignature");
  }

  @Test
  void aSignatureWithoutAPartIsSentBackAlone() {
    var request = HttpRequests.of(user("Go."), said(signed("S")), user("Well?"));
    assertThat(played.write(request))
        .contains("{\"role\":\"model\",\"parts\":[{\"text\":\"\",\"thoughtSignature\":\"S\"}]}");
  }

  @Test
  void aBlockedPromptIsReportedAsRefused() throws Exception {
    var reply =
        played.read(
            "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"},\"usageMetadata\":{\"promptTokenCount\":4}}");
    assertThat(reply)
        .isEqualTo(new ModelReply(List.of(), StopReason.REFUSED, new Usage(4, 0, 0, 0, 0)));
  }

  @ParameterizedTest
  @CsvSource({
    "STOP, DONE",
    "MAX_TOKENS, LENGTH",
    "SAFETY, REFUSED",
    "RECITATION, REFUSED",
    "PROHIBITED_CONTENT, REFUSED",
    "SPII, REFUSED",
    "BLOCKLIST, REFUSED",
    "OTHER, DONE"
  })
  void everyFinishReasonIsMapped(String said, StopReason stop) throws Exception {
    var reply = played.read("{\"candidates\":[{\"finishReason\":\"%s\"}]}".formatted(said));
    assertThat(reply.stop()).isEqualTo(stop);
  }

  @ParameterizedTest
  @ValueSource(strings = {"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"})
  @Tag("C3")
  void aMalformedCallIsRetryable(String said) {
    assertThatThrownBy(
            () -> played.read("{\"candidates\":[{\"finishReason\":\"%s\"}]}".formatted(said)))
        .isInstanceOfSatisfying(
            ProviderErrorException.class,
            troubled -> assertThat(troubled.error().kind()).isEqualTo(Kind.BROKEN));
  }

  @Test
  @Tag("C2")
  void theDetailsOfAnErrorOverrideItsStatus() {
    assertThat(
            played.trouble(
                429,
                """
                {"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"slow","details":[{"@type":"x"},{"retryDelay":"34.5s"}]}}\
                """))
        .isEqualTo(new ProviderError(Kind.THROTTLED, "slow", Duration.ofMillis(34_500)));
    assertThat(
            played.trouble(
                400,
                """
                [{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"m","details":[{"reason":"API_KEY_INVALID"}]}}]\
                """))
        .isEqualTo(new ProviderError(Kind.UNAUTHORIZED, "m"));
    assertThat(
            played.trouble(
                403,
                """
                {"error":{"status":"PERMISSION_DENIED","message":"m","details":[{"reason":"BILLING_DISABLED"}]}}\
                """))
        .isEqualTo(new ProviderError(Kind.UNPAID, "m"));
  }

  private static ContentBlock signed(String signature) {
    return new ContentBlock.Opaque(
        "p/m", Text.of("{\"thoughtSignature\":\"%s\"}".formatted(signature)));
  }
}
