package dev.drover.model.http.google;

import static dev.drover.model.http.suite.Requests.call;
import static dev.drover.model.http.suite.Requests.prose;
import static dev.drover.model.http.suite.Requests.result;
import static dev.drover.model.http.suite.Requests.said;
import static dev.drover.model.http.suite.Requests.thought;
import static dev.drover.model.http.suite.Requests.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Block;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Text;
import dev.drover.kernel.Usage;
import dev.drover.model.http.facts.Ability;
import dev.drover.model.http.protocol.Played;
import dev.drover.model.http.protocol.Trouble;
import dev.drover.model.http.protocol.Trouble.Kind;
import dev.drover.model.http.protocol.Troubled;
import dev.drover.model.http.suite.Requests;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoogleMappingTest {
  private final Played played = new Played(new GoogleProtocol(), Ability.SIGNED_CALLS);

  @Test
  @Tag("C8")
  void signaturesStayWithThePartTheyCameOn() throws Exception {
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
    var body = played.write(Requests.of(user("Go."), said(reply), result("call_1", "clock", "1")));
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
  void aCallOfAnotherModelSaysThatItIsNotSigned() {
    var request =
        Requests.of(
            user("Go."),
            said(call("a", "clock", "{}"), call("b", "clock", "{}")),
            result("a", "clock", "1"),
            result("b", "clock", "2"));
    assertThat(played.write(request))
        .containsOnlyOnce("\"thoughtSignature\":\"skip_thought_signature_validator\"");
    assertThat(new Played(new GoogleProtocol(), Ability.IMAGES).write(request))
        .doesNotContain("thoughtSignature");
  }

  @Test
  void aSignatureWithoutAnyPartGoesBackAlone() {
    var request = Requests.of(user("Go."), said(signed("S")), user("Well?"));
    assertThat(played.write(request))
        .contains("{\"role\":\"model\",\"parts\":[{\"text\":\"\",\"thoughtSignature\":\"S\"}]}");
  }

  @Test
  void aPromptThatIsBlockedIsRefused() throws Exception {
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
  void everyReasonForAnEndIsKnown(String said, StopReason stop) throws Exception {
    var reply = played.read("{\"candidates\":[{\"finishReason\":\"%s\"}]}".formatted(said));
    assertThat(reply.stop()).isEqualTo(stop);
  }

  @ParameterizedTest
  @ValueSource(strings = {"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"})
  @Tag("C3")
  void aCallThatTheModelGarbledIsWorthAnotherAttempt(String said) {
    assertThatThrownBy(
            () -> played.read("{\"candidates\":[{\"finishReason\":\"%s\"}]}".formatted(said)))
        .isInstanceOfSatisfying(
            Troubled.class,
            troubled -> assertThat(troubled.trouble().kind()).isEqualTo(Kind.BROKEN));
  }

  @Test
  @Tag("C2")
  void anErrorSaysInItsDetailsWhatItsStatusDoesNot() {
    assertThat(
            played.trouble(
                429,
                """
                {"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"slow","details":[{"@type":"x"},{"retryDelay":"34.5s"}]}}\
                """))
        .isEqualTo(new Trouble(Kind.THROTTLED, "slow", Duration.ofMillis(34_500)));
    assertThat(
            played.trouble(
                400,
                """
                [{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"m","details":[{"reason":"API_KEY_INVALID"}]}}]\
                """))
        .isEqualTo(new Trouble(Kind.UNAUTHORIZED, "m"));
    assertThat(
            played.trouble(
                403,
                """
                {"error":{"status":"PERMISSION_DENIED","message":"m","details":[{"reason":"BILLING_DISABLED"}]}}\
                """))
        .isEqualTo(new Trouble(Kind.UNPAID, "m"));
  }

  private static Block signed(String signature) {
    return new Block.Opaque("p/m", Text.of("{\"thoughtSignature\":\"%s\"}".formatted(signature)));
  }
}
