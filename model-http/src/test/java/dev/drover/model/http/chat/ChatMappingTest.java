package dev.drover.model.http.chat;

import static dev.drover.model.http.suite.Requests.call;
import static dev.drover.model.http.suite.Requests.prose;
import static dev.drover.model.http.suite.Requests.result;
import static dev.drover.model.http.suite.Requests.said;
import static dev.drover.model.http.suite.Requests.thought;
import static dev.drover.model.http.suite.Requests.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Block;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Text;
import dev.drover.kernel.Usage;
import dev.drover.model.http.facts.Ability;
import dev.drover.model.http.facts.Dialect;
import dev.drover.model.http.protocol.Played;
import dev.drover.model.http.protocol.Trouble;
import dev.drover.model.http.protocol.Trouble.Kind;
import dev.drover.model.http.protocol.Troubled;
import dev.drover.model.http.suite.Requests;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ChatMappingTest {
  private static final String END =
      "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n[DONE]\n";

  private static Played of(Dialect dialect) {
    return new Played(new ChatProtocol(dialect.wording()), Ability.IMAGES);
  }

  @Test
  void callsWithOneIndexAreToldApartByTheirNames() throws Exception {
    var reply =
        of(Dialect.OLLAMA)
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
  void callsWithoutNamesGetThem() throws Exception {
    var reply =
        of(Dialect.LLAMA_CPP)
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
  void aNameThatIsRepeatedBeginsNoOtherCall() throws Exception {
    var reply =
        of(Dialect.VLLM)
            .read(
                """
                {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":"{\\"p\\""}}]}}]}
                {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"read","arguments":":1}"}}]}}]}
                """
                    + END);
    assertThat(reply.blocks()).containsExactly(call("a", "read", "{\"p\":1}"));
  }

  @Test
  void argumentsOfACallThatDidNotBeginMakeNoSense() {
    assertThatThrownBy(
            () ->
                of(Dialect.VLLM)
                    .read(
                        "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\"}}]}}]}"))
        .isInstanceOf(Troubled.class);
  }

  @Test
  void contentMayBeAListOfParts() throws Exception {
    var reply =
        of(Dialect.compatible("x", "http://localhost/v1"))
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
  void detailsOfReasoningAreJoinedAndGoBack() throws Exception {
    var played = of(Dialect.OPENROUTER);
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
            thought("One two."), new Block.Opaque("p/m", Text.of(details)), prose("Done."));
    assertThat(played.write(Requests.of(user("Go."), said(reply), user("On."))))
        .contains("{\"role\":\"assistant\",\"content\":\"Done.\"," + details.substring(1));
  }

  @Test
  void aReasonForTheEndIsEnough() throws Exception {
    var reply =
        of(Dialect.VLLM)
            .read(
                """
                {"choices":[{"delta":{"content":"Hi."}}]}
                {"choices":[{"delta":{},"finish_reason":"length"}]}
                """);
    assertThat(reply.stop()).isEqualTo(StopReason.LENGTH);
  }

  @Test
  void theMarkerAloneIsNoEnd() {
    assertThatThrownBy(
            () ->
                of(Dialect.VLLM)
                    .read("{\"choices\":[{\"delta\":{\"content\":\"Hi.\"}}]}\n[DONE]\n"))
        .isInstanceOf(Troubled.class);
  }

  @Test
  void aRefusalIsSaidAndTold() throws Exception {
    var reply = of(Dialect.GROQ).read("{\"choices\":[{\"delta\":{\"refusal\":\"No.\"}}]}\n" + END);
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
  void everyWayToCountIsUnderstood(String said, String counted) throws Exception {
    var reply = of(Dialect.VLLM).read("{\"choices\":[],%s}\n".formatted(said) + END);
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
  void errorsComeInManyShapes() {
    var played = of(Dialect.OPENROUTER);
    assertThat(played.trouble(404, "{\"error\":\"model 'x' not found\"}"))
        .isEqualTo(new Trouble(Kind.NOT_FOUND, "model 'x' not found"));
    assertThat(
            played.trouble(
                400,
                "{\"object\":\"error\",\"message\":\"This model's maximum context length is 4096"
                    + " tokens. However\",\"type\":\"BadRequestError\",\"code\":400}"))
        .extracting(Trouble::kind)
        .isEqualTo(Kind.OVERFLOW);
    assertThat(
            played.trouble(
                400,
                "{\"error\":{\"type\":\"exceed_context_size_error\",\"code\":400,\"message\":\"m\"}}"))
        .isEqualTo(new Trouble(Kind.OVERFLOW, "m"));
    assertThat(played.trouble(0, "{\"error\":{\"code\":429,\"message\":\"m\"}}"))
        .isEqualTo(new Trouble(Kind.THROTTLED, "m"));
    assertThat(played.trouble(0, "{\"error\":{\"code\":402,\"message\":\"m\"}}"))
        .isEqualTo(new Trouble(Kind.UNPAID, "m"));
    assertThat(played.trouble(0, "{\"error\":\"broke\"}"))
        .isEqualTo(new Trouble(Kind.UNAVAILABLE, "broke"));
  }

  static List<Dialect> dialects() {
    return Dialect.KNOWN;
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void everyDialectBoundsAReplyOnlyWhereTheBoundIsKnown(Dialect dialect) {
    var limit = "\"%s\":900".formatted(dialect.wording().limit());
    assertThat(of(dialect).write(Requests.of(user("Hello?")))).contains(limit);
    var unknown = Played.unknown(new ChatProtocol(dialect.wording()));
    assertThat(unknown.write(Requests.of(user("Hello?")))).doesNotContain("max_");
  }

  @ParameterizedTest
  @MethodSource("dialects")
  @Tag("C5")
  void everyDialectAsksForJsonAsItCan(Dialect dialect) {
    var body = of(dialect).write(Requests.forJson("{\"type\":\"string\"}"));
    switch (dialect.wording().schema()) {
      case NONE -> assertThat(body).doesNotContain("response_format");
      case PLAIN ->
          assertThat(body)
              .contains(
                  "\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"count\",\"schema\":{\"type\":\"string\"}}}");
      case STRICT -> assertThat(body).contains("\"name\":\"count\",\"strict\":true,");
    }
    assertThat(
            dialect.assumed().can(Ability.JSON)
                && dialect.wording().schema() == Dialect.SchemaSupport.NONE)
        .isFalse();
  }

  @Test
  @Tag("C1")
  void aRequestIsAListOfMessages() {
    var body =
        of(Dialect.DEEPSEEK)
            .write(
                Requests.with(
                    "Be kind.",
                    List.of(Requests.CLOCK),
                    List.of(
                        user("One."),
                        said(
                            new Block.Opaque("p/m", Text.of("{\"reasoning_content\":\"Hm.\"}")),
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
