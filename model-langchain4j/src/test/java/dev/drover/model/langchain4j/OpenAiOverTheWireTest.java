package dev.drover.model.langchain4j;

import static dev.drover.model.langchain4j.LangChain4jRequests.media;
import static dev.drover.model.langchain4j.LangChain4jRequests.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.Param;
import dev.drover.Tool;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Failure.Retry;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.problem.AnswerMissing.RunNotCompleted;
import dev.drover.session.ModelRetries;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelProvider;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.wire.FakeProvider;
import dev.drover.testkit.wire.ReplyDelivery;
import dev.drover.testkit.wire.ReplyDelivery.Ending;
import dev.drover.testkit.wire.ReplyDelivery.Reach;
import dev.drover.testkit.wire.ServerAction;
import dev.drover.testkit.wire.ToolCallCase;
import dev.drover.testkit.wire.WireProtocol;
import dev.drover.testkit.wire.WireTurn;
import dev.drover.watch.Notice;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A real module of LangChain4j between Drover and a server that implements the OpenAI protocol.
class OpenAiOverTheWireTest {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final WireTurn CALL =
      WireTurn.say("I look at the clock.").thenCall("call_1", "time", "{\"city\":\"Paris\"}");

  private final FakeProvider server = FakeProvider.start(WireProtocol.CHAT);
  private final List<Delta> deltas = new ArrayList<>();

  @AfterEach
  void stop() {
    server.close();
  }

  private ModelProvider models() {
    return LangChain4jModels.named("lc")
        .with(
            "streaming",
            OpenAiStreamingChatModel.builder()
                .baseUrl(server.baseUrl())
                .apiKey("sk-test")
                .modelName("sheep-1")
                .returnThinking(true)
                .build())
        .with(
            "whole",
            OpenAiChatModel.builder()
                .baseUrl(server.baseUrl())
                .apiKey("sk-test")
                .modelName("sheep-1")
                .maxRetries(0)
                .supportedCapabilities(Capability.RESPONSE_FORMAT_JSON_SCHEMA)
                .build())
        .build();
  }

  private ModelReply ask(ServerAction act) throws Exception {
    server.then(act);
    return models().model("streaming").call(LangChain4jRequests.of(user("Hello?")), deltas::add);
  }

  @Test
  void aReplyIsStreamedAndCompleteAtTheEnd() throws Exception {
    var reply =
        ask(
            ServerAction.play(
                WireTurn.think("Let me think about it.", "")
                    .thenSay("Grüße, 世界 🐑! I look. ")
                    .thenCall("call_a", "read", "{\"path\":\"a \\\"ü\\\" 🐑.txt\"}")
                    .thenCall("call_b", "clock", "{}")));
    assertThat(reply.blocks())
        .filteredOn(block -> !(block instanceof ContentBlock.Opaque))
        .containsExactly(
            LangChain4jRequests.thought("Let me think about it."),
            LangChain4jRequests.prose("Grüße, 世界 🐑! I look. "),
            LangChain4jRequests.call("call_a", "read", "{\"path\":\"a \\\"ü\\\" 🐑.txt\"}"),
            LangChain4jRequests.call("call_b", "clock", "{}"));
    assertThat(reply.stop()).isEqualTo(StopReason.CALLS);
    assertThat(reply.usage()).isEqualTo(new Usage(120, 45, 0, 0, 0));
    assertThat(deltas).hasSizeGreaterThan(10);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 17, 64})
  void aStreamMayBeSplitAnywhere(int bytes) throws Exception {
    assertThat(
            ask(ServerAction.play(WireTurn.say("Grüße, 世界 🐑!"), ReplyDelivery.inPiecesOf(bytes)))
                .blocks())
        .containsExactly(LangChain4jRequests.prose("Grüße, 世界 🐑!"));
  }

  @ParameterizedTest
  @EnumSource(
      value = StopReason.class,
      names = {"DONE", "LENGTH", "REFUSED"})
  void theFinishReasonIsReported(StopReason why) throws Exception {
    assertThat(ask(ServerAction.play(WireTurn.say("So far.").stopping(why))).stop()).isEqualTo(why);
  }

  static Stream<Ending> brokenStreams() {
    return Stream.of(Reach.values())
        .flatMap(
            reach ->
                Stream.of(
                    new Ending.Closed(reach), new Ending.Dropped(reach), new Ending.Reset(reach)));
  }

  @ParameterizedTest
  @MethodSource("brokenStreams")
  @Tag("C3")
  void aStreamThatEndsTooEarlyIsRetryable(Ending ending) {
    assertThatThrownBy(
            () -> ask(ServerAction.play(WireTurn.say("One two."), ReplyDelivery.ending(ending))))
        .isInstanceOfSatisfying(
            ModelException.class,
            broken ->
                assertThat(broken.failure().retry()).isEqualTo(new Retry.Later(Duration.ZERO)));
    assertThat(server.requests()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "400, context_length_exceeded, context_overflow",
    "400, invalid_value, model_refused_request",
    "402, x, billing_exhausted",
    "403, x, model_unauthorized",
    "404, model_not_found, model_not_found",
    "409, x, model_unavailable",
    "429, insufficient_quota, billing_exhausted",
    "429, rate_limit_exceeded, model_throttled",
    "500, server_error, model_unavailable",
    "529, overloaded_error, model_unavailable"
  })
  @Tag("C2")
  void errorsAreReportedWithTheirKind(int status, String code, String problem) {
    for (var model : List.of("streaming", "whole")) {
      server.then(ServerAction.refuse(status, code, "so it is"));
      assertThatThrownBy(
              () -> models().model(model).call(LangChain4jRequests.of(user("Hello?")), deltas::add))
          .isInstanceOfSatisfying(
              ModelException.class,
              failed -> assertThat(failed.failure().problem().code()).as(model).isEqualTo(problem));
    }
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  @Tag("C1")
  void theServerReceivesTheWholeRequest() throws Exception {
    var schema =
        "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\",\"pattern\":\"^a+$\"}},\"required\":[\"path\"]}";
    server.then(ServerAction.play(WireTurn.say("ok")));
    models()
        .model("streaming")
        .call(
            LangChain4jRequests.with(
                List.of(LangChain4jRequests.tool("read", schema)),
                new AnswerType.Json(
                    "count",
                    Text.of(
                        "{\"type\":\"object\",\"properties\":{\"lambs\":{\"type\":\"integer\"}},\"required\":[\"lambs\"]}"),
                    0),
                user("Look.", media("image/png", "a.png"))),
            deltas::add);
    var body = LangChain4jJson.parse(server.requests().getFirst().body());
    assertThat(body.path("messages").path(0).path("content").asString("")).isEqualTo("Be brief.");
    assertThat(body.path("messages").findValuesAsString("url"))
        .containsExactly("data:image/png;base64,AQID");
    assertThat(body.path("tools").path(0).path("function").path("name").asString(""))
        .isEqualTo("read");
    assertThat(body.path("tools").findPath("pattern").asString("")).isEqualTo("^a+$");
    assertThat(body.path("response_format").path("json_schema").path("name").asString(""))
        .isEqualTo("count");
    assertThat(body.path("response_format").findPath("lambs").path("type").asString(""))
        .isEqualTo("integer");
  }

  static List<ToolCallCase> conversations() {
    return ToolCallCase.all();
  }

  /// The same conversations as for our own providers.
  @ParameterizedTest
  @MethodSource("conversations")
  @Tag("A13")
  @Tag("C1")
  void aCallAndItsResultAreSentTogetherWhateverTheirOutcome(ToolCallCase one) throws Exception {
    server.then(ServerAction.play(WireTurn.say("ok")));
    models()
        .model("streaming")
        .call(LangChain4jRequests.of(one.messages().toArray(Message[]::new)), deltas::add);
    var body = server.requests().getFirst().body();
    assertThat(LangChain4jJson.parse(body).isObject()).isTrue();
    // It is written with spaces and line ends between the tokens.
    int at = 0;
    for (var words : one.inOrder()) {
      int found = body.indexOf(words, at);
      assertThat(found).as("'%s' after %d in %s", words, at, body).isGreaterThanOrEqualTo(at);
      at = found + words.length();
    }
    one.absent().forEach(words -> assertThat(body).doesNotContain(words));
  }

  private Drover drover() {
    return Drover.on(new MemoryStore())
        .retries(new ModelRetries(5, Duration.ofMillis(1), Duration.ofMillis(2), 0))
        .models(models())
        .build();
  }

  private static Agent agent(Drover drover, String model) {
    return drover
        .agent("clerk")
        .model("lc/" + model)
        .tools(new Clock())
        .policy(Policy.ALLOW_ALL)
        .build();
  }

  @Test
  @Tag("C2")
  void aRunSucceedsDespiteTemporaryFailuresOfTheProvider() {
    server.then(
        ServerAction.refuse(529, "overloaded_error", "busy"),
        ServerAction.play(CALL, ReplyDelivery.ending(new Ending.Dropped(Reach.FIRST_WORD))),
        ServerAction.play(CALL),
        new ServerAction.Vanish(),
        ServerAction.play(WireTurn.say("It is noon.")));
    try (var drover = drover();
        var session = agent(drover, "streaming").open()) {
      assertThat(session.ask("What time is it in Paris?").text()).isEqualTo("It is noon.");
      assertThat(server.requests()).hasSize(5);
      assertThat(server.requests().getLast().body()).contains("It is noon in Paris.");
      assertThat(session.totalUsage()).isEqualTo(new Usage(240, 90, 0, 0, 0));
    }
  }

  @Test
  @Tag("C2")
  void aModelThatDoesNotStreamCanAnswer() {
    server.then(
        new ServerAction.Page(
            200,
            "application/json",
            """
            {"id":"1","object":"chat.completion","created":1,"model":"sheep-1","choices":[{"index":0,\
            "message":{"role":"assistant","content":"It is noon."},"finish_reason":"stop"}],\
            "usage":{"prompt_tokens":7,"completion_tokens":3,"total_tokens":10}}\
            """));
    try (var drover = drover();
        var session = agent(drover, "whole").open()) {
      assertThat(session.ask("What time is it?").text()).isEqualTo("It is noon.");
      assertThat(session.totalUsage()).isEqualTo(new Usage(7, 3, 0, 0, 0));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"streaming", "whole"})
  @Tag("C2")
  void onlyTheRuntimeRetries(String model) {
    server.then(ServerAction.refuse(401, "invalid_api_key", "no"));
    try (var drover = drover();
        var session = agent(drover, model).open()) {
      assertThatThrownBy(() -> session.ask("Hello?"))
          .isInstanceOf(RunNotCompleted.class)
          .hasMessageContaining("model_unauthorized");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  @Tag("B4")
  void aCancelledRunClosesItsConnection() throws Exception {
    server.then(
        ServerAction.play(
            WireTurn.say("Once upon a time"),
            ReplyDelivery.ending(new Ending.Silent(Reach.FIRST_WORD))));
    try (var drover = drover();
        var session = agent(drover, "streaming").open();
        var events = session.events()) {
      var run = session.send("Tell a story.");
      for (var notice : events) {
        if (notice instanceof Notice.Shown) {
          break;
        }
      }
      assertThat(run.cancel()).isTrue();
      assertThat(server.awaitHangUp(SOON)).isTrue();
      assertThat(run.status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  /// Returns the time.
  public static final class Clock {
    @Tool(description = "Tells the time in a city.", effects = EffectClass.PURE)
    public String time(@Param(name = "city") String city) {
      return "It is noon in " + city + ".";
    }
  }
}
