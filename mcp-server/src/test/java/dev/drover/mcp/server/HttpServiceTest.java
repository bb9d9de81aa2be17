package dev.drover.mcp.server;

import static dev.drover.mcp.server.ClientMessages.ELICITATION;
import static dev.drover.mcp.server.ClientMessages.NO_CAPABILITIES;
import static dev.drover.mcp.server.ClientMessages.call;
import static dev.drover.mcp.server.ClientMessages.decision;
import static dev.drover.mcp.server.ClientMessages.modern;
import static dev.drover.mcp.server.HttpClientFixture.ADA;
import static dev.drover.mcp.server.HttpClientFixture.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.RunId;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Clients of both eras over HTTP.
@Tag("H2")
class HttpServiceTest {
  private final ServiceFixture fixture = new ServiceFixture();

  @SuppressWarnings("NullAway.Init")
  private HttpClientFixture http;

  @BeforeEach
  void start() throws Exception {
    http = new HttpClientFixture(fixture.service);
  }

  @AfterEach
  void stop() {
    http.close();
    fixture.close();
  }

  private static ObjectNode sleeping(String arguments) {
    return call(modern(NO_CAPABILITIES), "sleeper", arguments);
  }

  private RunId onlyRun() {
    return fixture.drover.queries().runs(fixture.onlySession()).getFirst().run();
  }

  /// Waits for the end of the run.
  private RunStatus ended(RunId run) {
    try (var events = fixture.drover.queries().events(run)) {
      events.forEach(_ -> {});
    }
    return fixture.drover.queries().run(run).orElseThrow().status();
  }

  @Test
  @Tag("J10")
  void aCallWithoutATokenIsRefusedBeforeItIsRead() throws Exception {
    assertThat(http.sendModern(null, "tools/list", modern(NO_CAPABILITIES)).statusCode())
        .isEqualTo(401);
    assertThat(http.sendModern("wrong", "tools/list", modern(NO_CAPABILITIES)).statusCode())
        .isEqualTo(401);
  }

  @Test
  void aShortAnswerIsOneObjectAndALongOneAStream() throws Exception {
    var listed = http.sendModern(ADA, "tools/list", modern(NO_CAPABILITIES));
    assertThat(listed.headers().firstValue("content-type")).hasValue("application/json");
    var params = call(modern(NO_CAPABILITIES), "clerk", "{\"prompt\":\"x\"}");
    ((ObjectNode) params.path("_meta")).put("progressToken", 7);
    var streamed = http.sendModern(ADA, "tools/call", params);
    assertThat(streamed.headers().firstValue("content-type")).hasValue("text/event-stream");
    assertThat(streamed.headers().firstValue("x-accel-buffering")).hasValue("no");
    assertThat(streamed.body()).contains("notifications/progress", "\"progressToken\":7");
    assertThat(HttpClientFixture.last(streamed.body()).path("result").path("resultType").asString())
        .isEqualTo("complete");
  }

  @Test
  void aModernClientThatClosesItsStreamCancelsTheRun() throws Exception {
    var stream = http.open(ADA, "tools/call", sleeping("{\"prompt\":\"x\"}"));
    fixture.tools.started.await();
    stream.close();
    assertThat(ended(onlyRun())).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  @Tag("A10")
  void withAKeyTheRunGoesOnAndIsFoundAgain() throws Exception {
    var order = "{\"prompt\":\"x\",\"key\":\"order-7\"}";
    var stream = http.open(ADA, "tools/call", sleeping(order));
    fixture.tools.started.await();
    stream.close();
    try (var again = http.open(ADA, "tools/call", sleeping(order))) {
      assertThat(fixture.runs()).hasSize(1);
      fixture.tools.release.countDown();
      var answer = HttpClientFixture.readUntil(again, message -> message.has("result"));
      assertThat(answer.path("result").path("content").path(0).path("text").asString())
          .isEqualTo("I am awake.");
    }
    assertThat(ended(onlyRun())).isEqualTo(RunStatus.COMPLETED);
    assertThat(fixture.runs()).hasSize(1);
  }

  @Test
  void theKeysOfTwoPrincipalsAreDifferent() throws Exception {
    var order = call(modern(NO_CAPABILITIES), "clerk", "{\"prompt\":\"x\",\"key\":\"1\"}");
    var first = http.call(ADA, "tools/call", order).path("result").path("structuredContent");
    var second = http.call(BOB, "tools/call", order).path("result").path("structuredContent");
    assertThat(first.path("session")).isNotEqualTo(second.path("session"));
    assertThat(fixture.runs()).hasSize(2);
  }

  @Test
  void aLegacyClientThatIsGoneLeavesItsRun() throws Exception {
    var session = http.initialize(ADA, NO_CAPABILITIES);
    var stream =
        http.sendLegacy(
                ADA,
                session,
                http.legacy("tools/call", call(RpcJson.object(), "sleeper", "{\"prompt\":\"x\"}")))
            .body();
    fixture.tools.started.await();
    stream.close();
    fixture.tools.release.countDown();
    assertThat(ended(onlyRun())).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void aLegacyClientCancelsWithANotification() throws Exception {
    var session = http.initialize(ADA, NO_CAPABILITIES);
    var request =
        http.legacy("tools/call", call(RpcJson.object(), "sleeper", "{\"prompt\":\"x\"}"));
    try (var stream = http.sendLegacy(ADA, session, request).body()) {
      fixture.tools.started.await();
      var cancel = RpcJson.object().put("jsonrpc", "2.0").put("method", "notifications/cancelled");
      cancel.putObject("params").set("requestId", request.path("id"));
      assertThat(http.sendLegacy(ADA, session, cancel).statusCode()).isEqualTo(202);
      assertThat(ended(onlyRun())).isEqualTo(RunStatus.CANCELLED);
      assertThat(new String(stream.readAllBytes(), StandardCharsets.UTF_8))
          .doesNotContain("\"result\"", "\"error\"");
    }
  }

  @Test
  void aLegacyClientIsAskedOnTheStreamOfItsCall() throws Exception {
    var session = http.initialize(ADA, ELICITATION);
    var request = http.legacy("tools/call", call(RpcJson.object(), "writer", "{\"prompt\":\"x\"}"));
    try (var stream = http.sendLegacy(ADA, session, request).body()) {
      var question = HttpClientFixture.readUntil(stream, message -> message.has("method"));
      assertThat(question.path("method").asString()).isEqualTo("elicitation/create");
      var answer = RpcJson.object().put("jsonrpc", "2.0");
      answer.set("id", question.path("id"));
      answer.set("result", RpcJson.parse(decision("once")));
      assertThat(http.sendLegacy(BOB, session, answer).statusCode()).isEqualTo(404);
      assertThat(http.sendLegacy(ADA, session, answer).statusCode()).isEqualTo(202);
      var result = HttpClientFixture.readUntil(stream, message -> message.has("result"));
      assertThat(text(result)).isEqualTo("It is written.");
      assertThat(http.sendLegacy(ADA, session, answer).statusCode()).isEqualTo(400);
    }
    assertThat(fixture.tools.notes).hasSize(1);
  }

  private static String text(JsonNode answer) {
    return answer.path("result").path("content").path(0).path("text").asString();
  }

  @Test
  void aDeletedOrForeignSessionIsUnknown() throws Exception {
    var session = http.initialize(ADA, NO_CAPABILITIES);
    var ping = http.legacy("ping", RpcJson.object());
    assertThat(http.sendLegacy(ADA, session, ping).statusCode()).isEqualTo(200);
    assertThat(http.sendLegacy(BOB, session, ping).statusCode()).isEqualTo(404);
    assertThat(http.delete(BOB, session)).isEqualTo(404);
    assertThat(http.delete(ADA, session)).isEqualTo(204);
    assertThat(http.sendLegacy(ADA, session, ping).statusCode()).isEqualTo(404);
    assertThat(http.sendLegacy(ADA, null, ping).statusCode()).isEqualTo(400);
    assertThat(http.get(ADA)).isEqualTo(405);
  }

  @Test
  void aStoppingServerLeavesTheRun() throws Exception {
    var stream = http.open(ADA, "tools/call", sleeping("{\"prompt\":\"x\"}"));
    fixture.tools.started.await();
    http.close();
    stream.close();
    fixture.tools.release.countDown();
    assertThat(ended(onlyRun())).isEqualTo(RunStatus.COMPLETED);
  }
}
