package dev.drover.model.http.chat;

import static dev.drover.model.http.suite.HttpRequests.call;
import static dev.drover.model.http.suite.HttpRequests.prose;
import static dev.drover.model.http.suite.HttpRequests.result;
import static dev.drover.model.http.suite.HttpRequests.said;
import static dev.drover.model.http.suite.HttpRequests.thought;
import static dev.drover.model.http.suite.HttpRequests.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.model.http.facts.ChatDialect;
import dev.drover.model.http.facts.ModelAbility;
import dev.drover.model.http.protocol.ProviderError;
import dev.drover.model.http.protocol.ProviderErrorException;
import dev.drover.model.http.protocol.RecordedProtocolRun;
import dev.drover.model.http.suite.HttpRequests;
import dev.drover.spi.model.ModelException.Kind;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ChatMappingTest {
  private static final String END =
      "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n[DONE]\n";

  private static RecordedProtocolRun of(ChatDialect dialect) {
    return new RecordedProtocolRun(new ChatProtocol(dialect.wording()), ModelAbility.IMAGES);
  }

  @Test
  void callsWithTheSameIndexAreDistinguishedByTheirIds() throws Exception {
    var reply =
        of(ChatDialect.OLLAMA)
            .read(
                """
                {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":"{\\"path\\":1}"}}]}}]}
                {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"b","function":{"name":"read","arguments":{"path":2}}}]}}]}
                """
                    + END);
    assertThat(reply.blocks())
        .containsExactly(call("a", "read", "{\"path\":1}"), call("b", "read", "{\"path\":2}"));
    assertThat(reply.stop()).isEqualTo(StopReason.CALLS);
  }

  @Test
  void callsWithoutIdsGetGeneratedOnes() throws Exception {
    var reply =
        of(ChatDialect.LLAMA_CPP)
            .read(
                """
                {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"clock","arguments":""}},{"index":1,"function":{"name":"clock"}}]}}]}
                {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]}}]}
                """
                    + END);
    assertThat(reply.blocks())
        .containsExactly(call("call_0_0", "clock", "{}"), call("call_1_0", "clock", "{}"));
  }

  @Test
  void aRepeatedIdDoesNotStartAnotherCall() throws Exception {
    var reply =
        of(ChatDialect.VLLM)
            .read(
                """
                {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":"{\\"p\\""}}]}}]}
                {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":":1}"}}]}}]}
                """
                    + END);
    assertThat(reply.blocks()).containsExactly(call("a", "read", "{\"p\":1}"));
  }

  @Test
  void argumentsOfACallThatDidNotStartAreMalformed() {
    assertThatThrownBy(
            () ->
                of(ChatDialect.VLLM)
                    .read(
                        "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\"}}]}}]}"))
        .isInstanceOf(ProviderErrorException.class);
  }

  @Test
  void contentMayBeAListOfParts() throws Exception {
    var reply =
        of(ChatDialect.compatible("x", "http://localhost/v1"))
            .read(
                """
                {"choices":[{"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"Hm."}]}]}}]}
                {"choices":[{"delta":{"content":[{"type":"text","text":"Yes."}]}}]}
                """
                    + END);
    assertThat(reply.blocks()).containsExactly(thought("Hm."), prose("Yes."));
  }

  @Test
  @Tag("C8")
  void reasoningDetailsAreMergedAndSentBack() throws Exception {
    var played = of(ChatDialect.OPENROUTER);
    var reply =
        played.read(
            """
            {"choices":[{"delta":{"reasoning":"One ","reasoning_details":[{"type":"reasoning.text","text":"One ","index":0,"format":"f","signature":null}]}}]}
            {"choices":[{"delta":{"reasoning":"two.","reasoning_details":[{"type":"reasoning.text","text":"two.","index":0,"signature":"S"}]}}]}
            {"choices":[{"delta":{"reasoning_details":[{"type":"reasoning.encrypted","data":"E","index":1}]}}]}
            {"choices":[{"delta":{"content":"Done."}}]}
            """
                + END);
    var details =
        "{\"reasoning_details\":[{\"type\":\"reasoning.text\",\"index\":0,\"format\":\"f\",\"signature\":\"S\",\"text\":\"One"
            + " two.\"},{\"type\":\"reasoning.encrypted\",\"index\":1,\"data\":\"E\"}]}";
    assertThat(reply.blocks())
        .containsExactly(
            thought("One two."), new ContentBlock.Opaque("p/m", Text.of(details)), prose("Done."));
    assertThat(played.write(HttpRequests.of(user("Go."), said(reply), user("On."))))
        .contains("{\"role\":\"assistant\",\"content\":\"Done.\"," + details.substring(1));
  }

  @Test
  void aFinishReasonCompletesTheReply() throws Exception {
    var reply =
        of(ChatDialect.VLLM)
            .read(
                """
                {"choices":[{"delta":{"content":"Hi."}}]}
                {"choices":[{"delta":{},"finish_reason":"length"}]}
                """);
    assertThat(reply.stop()).isEqualTo(StopReason.LENGTH);
  }

  @Test
  void theEndMarkerAloneDoesNotCompleteTheReply() {
    assertThatThrownBy(
            () ->
                of(ChatDialect.VLLM)
                    .read("{\"choices\":[{\"delta\":{\"content\":\"Hi.\"}}]}\n[DONE]\n"))
        .isInstanceOf(ProviderErrorException.class);
  }

  @Test
  void aRefusalIsShownAndReported() throws Exception {
    var reply =
        of(ChatDialect.GROQ).read("{\"choices\":[{\"delta\":{\"refusal\":\"No.\"}}]}\n" + END);
    assertThat(reply.blocks()).containsExactly(prose("No."));
    assertThat(reply.stop()).isEqualTo(StopReason.REFUSED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          "usage":{"prompt_tokens":9,"completion_tokens":5,"prompt_cache_hit_tokens":4} => 5 5 4 0 0
          "usage":{"prompt_tokens":9,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":2,"cache_write_tokens":3}} => 4 5 2 3 0
          "usage":{"prompt_tokens":9,"completion_tokens":5,"prompt_tokens_details":null} => 9 5 0 0 0
          "usage":{"prompt_tokens":3,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":7}} => 0 5 3 0 0
          "usage":{"prompt_tokens":3,"completion_tokens":5,"completion_tokens_details":{"reasoning_tokens":9}} => 3 5 0 0 5
          "usage":{"prompt_tokens":-3,"completion_tokens":"many"} => 0 0 0 0 0
          "usage":null => 0 0 0 0 0
          "x_groq":{"usage":{"prompt_tokens":9,"completion_tokens":5}} => 9 5 0 0 0
          """)
  @Tag("F5")
  void everyFormatOfUsageIsRead(String said, String counted) throws Exception {
    var reply = of(ChatDialect.VLLM).read("{\"choices\":[],%s}\n".formatted(said) + END);
    var used = reply.usage();
    assertThat(
            "%d %d %d %d %d"
                .formatted(
                    used.input(),
                    used.output(),
                    used.cacheRead(),
                    used.cacheWrite(),
                    used.reasoning()))
        .isEqualTo(counted);
    assertThat(used).isInstanceOf(Usage.class);
  }

  @Test
  @Tag("C2")
  void errorsOfAllFormatsAreRead() {
    var played = of(ChatDialect.OPENROUTER);
    assertThat(played.trouble(404, "{\"error\":\"model 'x' not found\"}"))
        .isEqualTo(new ProviderError(Kind.NOT_FOUND, "model 'x' not found"));
    assertThat(
            played.trouble(
                400,
                "{\"object\":\"error\",\"message\":\"This model's maximum context length is 4096"
                    + " tokens. However\",\"type\":\"BadRequestError\",\"code\":400}"))
        .extracting(ProviderError::kind)
        .isEqualTo(Kind.OVERFLOW);
    assertThat(
            played.trouble(
                400,
                "{\"error\":{\"type\":\"exceed_context_size_error\",\"code\":400,\"message\":\"m\"}}"))
        .isEqualTo(new ProviderError(Kind.OVERFLOW, "m"));
    assertThat(played.trouble(0, "{\"error\":{\"code\":429,\"message\":\"m\"}}"))
        .isEqualTo(new ProviderError(Kind.THROTTLED, "m"));
    assertThat(played.trouble(0, "{\"error\":{\"code\":402,\"message\":\"m\"}}"))
        .isEqualTo(new ProviderError(Kind.UNPAID, "m"));
    assertThat(played.trouble(0, "{\"error\":\"broke\"}"))
        .isEqualTo(new ProviderError(Kind.UNAVAILABLE, "broke"));
  }

  static List<ChatDialect> dialects() {
    return ChatDialect.KNOWN;
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void everyDialectLimitsAReplyOnlyIfTheLimitIsKnown(ChatDialect dialect) {
    var limit = "\"%s\":900".formatted(dialect.wording().limit());
    assertThat(of(dialect).write(HttpRequests.of(user("Hello?")))).contains(limit);
    var unknown = RecordedProtocolRun.unknown(new ChatProtocol(dialect.wording()));
    assertThat(unknown.write(HttpRequests.of(user("Hello?")))).doesNotContain("max_");
  }

  @ParameterizedTest
  @MethodSource("dialects")
  @Tag("C5")
  void everyDialectRequestsJsonAsItsServerSupportsIt(ChatDialect dialect) {
    var body = of(dialect).write(HttpRequests.forJson("{\"type\":\"string\"}"));
    switch (dialect.wording().schema()) {
      case NONE -> assertThat(body).doesNotContain("response_format");
      case PLAIN ->
          assertThat(body)
              .contains(
                  "\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"count\",\"schema\":{\"type\":\"string\"}}}");
      case STRICT -> assertThat(body).contains("\"name\":\"count\",\"strict\":true,");
    }
    assertThat(
            dialect.assumed().can(ModelAbility.JSON)
                && dialect.wording().schema() == ChatDialect.SchemaSupport.NONE)
        .isFalse();
  }

  @Test
  @Tag("C1")
  void aRequestIsAListOfMessages() {
    var body =
        of(ChatDialect.DEEPSEEK)
            .write(
                HttpRequests.with(
                    "Be kind.",
                    List.of(HttpRequests.CLOCK),
                    List.of(
                        user("One."),
                        said(
                            new ContentBlock.Opaque(
                                "p/m", Text.of("{\"reasoning_content\":\"Hm.\"}")),
                            call("c1", "clock", "{\"z\": 1}")),
                        result("c1", "clock", "noon"),
                        user("Two."),
                        user("Three."))));
    assertThat(body)
        .isEqualTo(
            """
            {"model":"m","stream":true,"stream_options":{"include_usage":true},"max_tokens":900,
            "tools":[{"type":"function","function":{"name":"clock","description":"Does clock.","parameters":{"type":"object","properties":{}}}}],
            "messages":[{"role":"system","content":"Be kind."},{"role":"user","content":"One."},
            {"role":"assistant","content":null,"reasoning_content":"Hm.","tool_calls":[{"id":"c1","type":"function","function":{"name":"clock","arguments":"{\\"z\\": 1}"}}]},
            {"role":"tool","tool_call_id":"c1","content":"noon"},{"role":"user","content":"Two.\\n\\nThree."}]}
            """
                .replace("\n", ""));
  }
}
