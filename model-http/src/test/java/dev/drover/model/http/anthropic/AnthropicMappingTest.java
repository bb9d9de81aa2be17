package dev.drover.model.http.anthropic;

import static dev.drover.model.http.suite.HttpRequests.call;
import static dev.drover.model.http.suite.HttpRequests.prose;
import static dev.drover.model.http.suite.HttpRequests.result;
import static dev.drover.model.http.suite.HttpRequests.said;
import static dev.drover.model.http.suite.HttpRequests.thought;
import static dev.drover.model.http.suite.HttpRequests.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.model.http.facts.ModelAbility;
import dev.drover.model.http.protocol.RecordedProtocolRun;
import dev.drover.model.http.suite.HttpRequests;
import dev.drover.spi.model.ModelException.Kind;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnthropicMappingTest {
  private final RecordedProtocolRun played =
      new RecordedProtocolRun(new AnthropicProtocol(), ModelAbility.IMAGES);

  @Test
  @Tag("C8")
  void hiddenSealedAndEmptyReasoningKeepsItsPosition() throws Exception {
    var reply =
        played.read(
            """
            {"type":"message_start","message":{"usage":{"input_tokens":10,"cache_read_input_tokens":7,"output_tokens":1}}}
            {"type":"content_block_start","index":0,"content_block":{"type":"redacted_thinking","data":"AbC="}}
            {"type":"content_block_stop","index":0}
            {"type":"content_block_start","index":1,"content_block":{"type":"thinking","thinking":"","signature":""}}
            {"type":"content_block_delta","index":1,"delta":{"type":"signature_delta","signature":"S1"}}
            {"type":"content_block_stop","index":1}
            {"type":"content_block_start","index":2,"content_block":{"type":"thinking","thinking":"So","signature":""}}
            {"type":"content_block_delta","index":2,"delta":{"type":"thinking_delta","thinking":" it is."}}
            {"type":"content_block_delta","index":2,"delta":{"type":"signature_delta","signature":"S2"}}
            {"type":"content_block_stop","index":2}
            {"type":"content_block_start","index":3,"content_block":{"type":"thinking","thinking":"Not signed.","signature":""}}
            {"type":"content_block_stop","index":3}
            {"type":"content_block_start","index":4,"content_block":{"type":"text","text":"Y"}}
            {"type":"content_block_delta","index":4,"delta":{"type":"text_delta","text":"es."}}
            {"type":"content_block_delta","index":4,"delta":{"type":"citations_delta","citation":{}}}
            {"type":"content_block_stop","index":4}
            {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":12,"output_tokens":30,"output_tokens_details":{"thinking_tokens":25}}}
            {"type":"message_stop"}
            """);
    assertThat(reply)
        .isEqualTo(
            new ModelReply(
                List.of(
                    sealed("{\"type\":\"redacted_thinking\",\"data\":\"AbC=\"}"),
                    sealed("{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"S1\"}"),
                    thought("So it is."),
                    sealed(
                        "{\"type\":\"thinking\",\"thinking\":\"So it is.\",\"signature\":\"S2\"}"),
                    thought("Not signed."),
                    prose("Yes.")),
                StopReason.DONE,
                new Usage(12, 30, 7, 0, 25)));
  }

  @Test
  void argumentsMayComeWithTheStartOfACall() throws Exception {
    var reply =
        played.read(
            """
            {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"read","input":{"path":"x"}}}
            {"type":"content_block_stop","index":0}
            {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":3}}
            {"type":"message_stop"}
            """);
    assertThat(reply.blocks()).containsExactly(call("t", "read", "{\"path\":\"x\"}"));
  }

  @ParameterizedTest
  @CsvSource({
    "end_turn, DONE",
    "stop_sequence, DONE",
    "pause_turn, DONE",
    "something_new, DONE",
    "max_tokens, LENGTH",
    "model_context_window_exceeded, LENGTH",
    "refusal, REFUSED"
  })
  void everyFinishReasonIsMapped(String said, StopReason stop) throws Exception {
    var reply =
        played.read(
            """
            {"type":"message_delta","delta":{"stop_reason":"%s"},"usage":{"output_tokens":3}}
            {"type":"message_stop"}
            """
                .formatted(said));
    assertThat(reply.stop()).isEqualTo(stop);
  }

  @Test
  @Tag("C2")
  void aReachedSpendingLimitIsNotThrottling() {
    var spent =
        """
        {"type":"error","error":{"type":"rate_limit_error","message":"m","details":{"error_code":"enforced_spend_limit_reached"}}}
        """;
    assertThat(played.trouble(429, spent).kind()).isEqualTo(Kind.UNPAID);
  }

  @Test
  @Tag("C1")
  void aRequestHasCacheMarksAndResultsInTheRightPlaces() {
    var body =
        played.write(
            HttpRequests.with(
                "Be kind.",
                List.of(HttpRequests.CLOCK),
                List.of(
                    user("One."),
                    said(
                        prose("Two."),
                        call("c1", "clock", "{}"),
                        call("c2", "clock", "{\"z\":1.0}")),
                    result("c1", "clock", "noon"),
                    result("c2", "clock", new ToolOutcome.Failed(Text.of("broken"))),
                    user("Three."),
                    said(
                        sealed("{\"type\":\"thinking\",\"thinking\":\"t\",\"signature\":\"s\"}"),
                        prose("Four.")),
                    user("Five."))));
    assertThat(body)
        .isEqualTo(
            """
            {"model":"m","max_tokens":900,"stream":true,
            "system":[{"type":"text","text":"Be kind.","cache_control":{"type":"ephemeral"}}],
            "tools":[{"name":"clock","description":"Does clock.","input_schema":{"type":"object","properties":{}},"cache_control":{"type":"ephemeral"}}],
            "messages":[{"role":"user","content":[{"type":"text","text":"One."}]},
            {"role":"assistant","content":[{"type":"text","text":"Two."},{"type":"tool_use","id":"c1","name":"clock","input":{}},{"type":"tool_use","id":"c2","name":"clock","input":{"z":1.0}}]},
            {"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":"noon"}]},{"type":"tool_result","tool_use_id":"c2","content":[{"type":"text","text":"broken"}],"is_error":true},{"type":"text","text":"Three.","cache_control":{"type":"ephemeral"}}]},
            {"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"s"},{"type":"text","text":"Four."}]},
            {"role":"user","content":[{"type":"text","text":"Five.","cache_control":{"type":"ephemeral"}}]}]}
            """
                .replace("\n", ""));
  }

  @Test
  void toolsOfTheHistoryAreDeclaredAndForbiddenWhenNoneAreOffered() {
    var body =
        played.write(
            HttpRequests.with(
                "",
                List.of(),
                List.of(user("Go."), said(call("c", "read", "{}")), result("c", "read", "done"))));
    assertThat(body)
        .contains(
            "\"tools\":[{\"name\":\"read\",\"input_schema\":{\"type\":\"object\"}}],\"tool_choice\":{\"type\":\"none\"}");
  }

  @Test
  @Tag("C5")
  void aSchemaIsClosedAndUnsupportedKeywordsAreRemoved() {
    var body =
        played.write(
            HttpRequests.forJson(
                """
                {"type":"object","properties":{"maximum":{"type":"integer","maximum":9},"list":{"type":"array","items":{"type":"object","properties":{}}}}}\
                """));
    assertThat(body)
        .contains(
            """
            "output_config":{"format":{"type":"json_schema","schema":{"type":"object","properties":{"maximum":{"type":"integer"},\
            "list":{"type":"array","items":{"type":"object","properties":{},"additionalProperties":false}}},"additionalProperties":false}}}\
            """
                .strip());
  }

  @Test
  @Tag("C5")
  void aSchemaThatCannotBeClosedIsRequestedInThePrompt() {
    var schema = "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}";
    assertThat(played.write(HttpRequests.forJson(schema)))
        .doesNotContain("output_config")
        .contains("It fits this schema: {\\\"type\\\":\\\"object\\\"");
  }

  private static ContentBlock sealed(String data) {
    return new ContentBlock.Opaque("p/m", Text.of(data));
  }
}
