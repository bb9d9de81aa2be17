package dev.drover.model.http.openai;

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
import dev.drover.model.http.protocol.ProtocolJson;
import dev.drover.model.http.protocol.ProviderErrorException;
import dev.drover.model.http.protocol.RecordedProtocolRun;
import dev.drover.model.http.suite.HttpRequests;
import dev.drover.spi.model.ModelException.Kind;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenAiMappingTest {
  private final RecordedProtocolRun played =
      new RecordedProtocolRun(new OpenAiProtocol(), ModelAbility.IMAGES);

  @Test
  @Tag("C8")
  void summariesAreSeparatedAndSealedReasoningIsKept() throws Exception {
    var reply =
        played.read(
            """
            {"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[]}}
            {"type":"response.reasoning_summary_part.added","sequence_number":2,"output_index":0,"summary_index":0}
            {"type":"response.reasoning_summary_text.delta","sequence_number":3,"output_index":0,"summary_index":0,"delta":"One."}
            {"type":"response.reasoning_summary_part.added","sequence_number":4,"output_index":0,"summary_index":1}
            {"type":"response.reasoning_summary_text.delta","sequence_number":5,"output_index":0,"summary_index":1,"delta":"Two."}
            {"type":"response.reasoning_summary_text.delta","sequence_number":5,"output_index":0,"summary_index":1,"delta":"Two."}
            {"type":"response.output_item.done","sequence_number":6,"output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"One."},{"type":"summary_text","text":"Two."}],"encrypted_content":"gAAA","status":"completed"}}
            {"type":"response.output_item.done","sequence_number":7,"output_index":1,"item":{"id":"rs_2","type":"reasoning","summary":[]}}
            {"type":"response.output_item.done","sequence_number":8,"output_index":2,"item":{"id":"m","type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]}}
            {"type":"response.completed","sequence_number":9,"response":{"usage":{"input_tokens":100,"input_tokens_details":{"cached_tokens":60,"cache_write_tokens":10},"output_tokens":50,"output_tokens_details":{"reasoning_tokens":40}}}}
            """);
    assertThat(reply)
        .isEqualTo(
            new ModelReply(
                List.of(
                    thought("One.\n\nTwo."),
                    new ContentBlock.Opaque(
                        "p/m",
                        Text.of(
                            "{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[{\"type\":\"summary_text\",\"text\":\"One.\"},"
                                + "{\"type\":\"summary_text\",\"text\":\"Two.\"}],\"encrypted_content\":\"gAAA\"}")),
                    prose("Done.")),
                StopReason.DONE,
                new Usage(30, 50, 60, 10, 40)));
  }

  @Test
  void aRefusalIsShownAndReported() throws Exception {
    var reply =
        played.read(
            """
            {"type":"response.refusal.delta","output_index":0,"delta":"I can't help with that."}
            {"type":"response.completed","response":{"usage":null}}
            """);
    assertThat(reply)
        .isEqualTo(
            new ModelReply(
                List.of(prose("I can't help with that.")), StopReason.REFUSED, Usage.NONE));
  }

  @ParameterizedTest
  @CsvSource({
    "server_error, UNAVAILABLE",
    "rate_limit_exceeded, THROTTLED",
    "invalid_image_format, REFUSED",
    "image_too_large, REFUSED",
    "empty_image_file, REFUSED",
    "bio_policy, REFUSED",
    "vector_store_timeout, UNAVAILABLE"
  })
  void anErrorInTheStreamMayHaveItsFieldsInTheEvent(String code, Kind kind) {
    for (var shape :
        List.of(
            "{\"type\":\"error\",\"code\":\"%s\",\"message\":\"m\"}",
            "{\"type\":\"error\",\"error\":{\"code\":\"%s\",\"message\":\"m\"}}",
            "{\"type\":\"response.failed\",\"response\":{\"error\":{\"code\":\"%s\",\"message\":\"m\"}}}")) {
      assertThatThrownBy(() -> played.read(shape.formatted(code)))
          .isInstanceOfSatisfying(
              ProviderErrorException.class,
              troubled -> {
                assertThat(troubled.error().kind()).isEqualTo(kind);
                assertThat(troubled.error().message()).isEqualTo("m");
              });
    }
  }

  @Test
  void argumentsOfACallThatDidNotStartAreMalformed() {
    assertThatThrownBy(
            () ->
                played.read(
                    "{\"type\":\"response.function_call_arguments.delta\",\"output_index\":0,\"delta\":\"{\"}"))
        .isInstanceOf(ProviderErrorException.class);
  }

  @Test
  @Tag("C1")
  void aRequestIsAListOfItems() {
    var body =
        played.write(
            HttpRequests.with(
                "Be kind.",
                List.of(HttpRequests.CLOCK),
                List.of(
                    user("One."),
                    said(
                        new ContentBlock.Opaque(
                            "p/m", Text.of("{\"type\":\"reasoning\",\"id\":\"r\"}")),
                        prose("Two."),
                        call("c1", "clock", "{\"z\": 1}")),
                    result("c1", "clock", "noon"))));
    assertThat(body)
        .isEqualTo(
            """
            {"model":"m","stream":true,"store":false,"include":["reasoning.encrypted_content"],"max_output_tokens":900,"instructions":"Be kind.",
            "tools":[{"type":"function","name":"clock","description":"Does clock.","strict":false,"parameters":{"type":"object","properties":{}}}],
            "input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"One."}]},
            {"type":"reasoning","id":"r"},{"type":"message","role":"assistant","content":"Two."},
            {"type":"function_call","call_id":"c1","name":"clock","arguments":"{\\"z\\": 1}"},
            {"type":"function_call_output","call_id":"c1","output":"noon"}]}
            """
                .replace("\n", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          {"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false} => true
          {"type":"object","properties":{"a":{"type":"string"}},"required":["a"]} => false
          {"type":"object","properties":{"a":{"type":"string"}},"required":[],"additionalProperties":false} => false
          {"type":"array","items":{"type":"object","properties":{},"additionalProperties":{}}} => false
          {"type":"object","properties":{"a":{"type":"object"}},"required":["a"],"additionalProperties":false} => false
          {"type":"string"} => true
          """)
  @Tag("C5")
  void onlyAClosedSchemaIsStrict(String schema, boolean strict) {
    assertThat(StrictSchema.fits(ProtocolJson.parse(schema))).isEqualTo(strict);
    assertThat(played.write(HttpRequests.forJson(schema))).contains("\"strict\":" + strict);
  }
}
