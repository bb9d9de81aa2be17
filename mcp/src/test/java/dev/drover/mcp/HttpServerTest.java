package dev.drover.mcp;

import static dev.drover.mcp.ConnectionFixture.succeeded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Text;
import dev.drover.mcp.HttpServerFixture.Asked;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpServer.Transport;
import dev.drover.spi.mcp.McpStatus.Phase;
import dev.drover.spi.tool.ToolInvocation.Resumption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.StringNode;

/// A server over HTTP, which misbehaves.
@Tag("H1")
class HttpServerTest {
  private static final String DONE =
      "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}";

  @ParameterizedTest
  @CsvSource({
    "403, text/plain, forbidden",
    "500, text/html, <html>oops</html>",
    "200, text/html, <html>sign in</html>",
    "200, application/json, not json"
  })
  void anAnswerThatIsNoMessageFailsTheCallAtOnceAndNamesIt(int status, String type, String body)
      throws Exception {
    try (var server = new HttpServerFixture(asked -> asked.answer(status, type, body));
        var test = new ConnectionFixture(server.server()).settled()) {
      var answer = test.call("pay");
      var why = answer instanceof ToolOutcome.Unknown(var text) ? text : answer.toString();
      assertThat(why)
          .contains(
              status == 200
                  ? (body.equals("not json") ? "not JSON" : type)
                  : "HTTP status " + status);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 500})
  void aServerThatRefusesTheFirstRequestIsReportedWithItsStatus(int status) throws Exception {
    try (var front = new RefusingServer(status);
        var test = new ConnectionFixture(McpServer.http("web", front.uri())).settled()) {
      assertThat(test.connection.status().phase()).isEqualTo(Phase.FAILED);
      assertThat(test.connection.status().detail()).contains("HTTP status " + status);
    }
  }

  @Test
  void aRedirectIsNotFollowed() throws Exception {
    try (var server =
            new HttpServerFixture(
                asked -> {
                  asked
                      .exchange()
                      .getResponseHeaders()
                      .set("Location", "http://127.0.0.1:9/secret");
                  asked.answer(307, "text/plain", "");
                });
        var test = new ConnectionFixture(server.server()).settled()) {
      assertThat(test.call("pay").toString())
          .contains("307")
          .contains("http://127.0.0.1:9/secret")
          .contains("not followed");
    }
  }

  @Test
  void aStreamThatIsCutLeavesTheOutcomeUnknown() throws Exception {
    try (var server =
            new HttpServerFixture(
                asked -> {
                  var stream = asked.stream();
                  Asked.event(stream, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}");
                  asked.exchange().close();
                });
        var test = new ConnectionFixture(server.server()).settled()) {
      assertThat(test.call("pay")).isInstanceOf(ToolOutcome.Unknown.class);
    }
  }

  @Test
  void anInterruptedCallClosesItsStreamAndTheServerNotices() throws Exception {
    var noticed = new CountDownLatch(1);
    try (var server =
            new HttpServerFixture(
                asked -> {
                  var stream = asked.stream();
                  try {
                    while (true) {
                      Asked.event(
                          stream, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}");
                    }
                  } catch (java.io.IOException _) {
                    noticed.countDown();
                  }
                });
        var test = new ConnectionFixture(server.server()).settled();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var call = threads.submit(() -> test.call("pay"));
      server.next("tools/call");
      call.cancel(true);
      noticed.await();
    }
  }

  @Test
  void aTimeoutInTheFormWithSessionsIsSentOnOnce() throws Exception {
    try (var server = new HttpServerFixture(HttpServerTest::neverAnswerCalls)) {
      server.withSessions = true;
      try (var test = new ConnectionFixture(server.server()).settled();
          var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        var call = threads.submit(() -> test.call("pay"));
        server.next("tools/call");
        test.time.awaitSleepers(1);
        test.time.advance(Duration.ofMinutes(5));
        assertThat(call.get()).isInstanceOf(ToolOutcome.Unknown.class);
        assertThat(
                server
                    .next("notifications/cancelled")
                    .message()
                    .path("params")
                    .path("reason")
                    .asString())
            .isEqualTo("it was not answered in time");
      }
    }
  }

  private static void neverAnswerCalls(Asked asked) throws Exception {
    switch (asked.method()) {
      case "tools/call" -> new CountDownLatch(1).await();
      case "notifications/cancelled" -> asked.answer(202, "text/plain", "");
      default -> asked.answer(405, "text/plain", "");
    }
  }

  @Test
  void aForgottenSessionIsBegunAgainAndAnUnsafeCallIsNotRepeated() throws Exception {
    var calls = new AtomicInteger();
    try (var server =
        new HttpServerFixture(
            asked -> {
              if (asked.method().equals("tools/call")) {
                calls.incrementAndGet();
                if (asked.header("Mcp-Session-Id").equals("one")) {
                  asked.answer(404, "text/plain", "");
                } else {
                  asked.result(DONE);
                }
              } else {
                asked.answer(405, "text/plain", "");
              }
            })) {
      server.withSessions = true;
      try (var test = new ConnectionFixture(server.server()).settled()) {
        assertThat(test.call("pay").toString()).contains("forgotten the session");
        assertThat(calls).hasValue(1);
        assertThat(test.call("pay")).isEqualTo(succeeded("done"));
      }
    }
  }

  @Test
  void aForgottenSessionIsBegunAgainAndAPureCallOfATrustedServerIsRepeated() throws Exception {
    try (var server =
        new HttpServerFixture(
            asked -> {
              if (!asked.method().equals("tools/call")) {
                asked.answer(405, "text/plain", "");
              } else if (asked.header("Mcp-Session-Id").equals("one")) {
                asked.answer(404, "text/plain", "");
              } else {
                asked.result(DONE);
              }
            })) {
      server.withSessions = true;
      server.tools =
          "[{\"name\":\"pay\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":{\"readOnlyHint\":true}}]";
      try (var test = new ConnectionFixture(server.server().trusted()).settled()) {
        assertThat(test.call("pay")).isEqualTo(succeeded("done"));
      }
    }
  }

  @Test
  void requestsOfTheServerAreAnsweredOnBothStreams() throws Exception {
    try (var server =
        new HttpServerFixture(
            asked -> {
              if (asked.exchange().getRequestMethod().equals("GET")) {
                var stream = asked.stream();
                Asked.event(stream, "{\"jsonrpc\":\"2.0\",\"id\":\"g\",\"method\":\"ping\"}");
                new CountDownLatch(1).await();
              } else if (asked.method().equals("tools/call")) {
                var stream = asked.stream();
                Asked.event(
                    stream,
                    "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"sampling/createMessage\"}");
                Asked.event(
                    stream,
                    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
                        .formatted(asked.message().path("id"), DONE));
                asked.exchange().close();
              } else {
                asked.answer(202, "text/plain", "");
              }
            })) {
      server.withSessions = true;
      try (var test = new ConnectionFixture(server.server()).settled()) {
        assertThat(test.call("pay")).isEqualTo(succeeded("done"));
        var answers = new java.util.HashMap<String, String>();
        while (answers.size() < 2) {
          var message = server.asked.take().message();
          if (message.has("id") && !message.has("method")) {
            answers.put(message.path("id").asString(), message.has("result") ? "result" : "error");
          }
        }
        assertThat(answers).isEqualTo(Map.of("g", "result", "p", "error"));
      }
    }
  }

  @Test
  @Tag("J11")
  void aQuestionKeepsItsStateByteForByteAndIsAnsweredInAnotherConnection() throws Exception {
    var state = "{ \"k\" : 1.50 }\\t\u00e9\uD83D\uDE00 ==";
    try (var server =
        new HttpServerFixture(
            asked -> {
              var params = asked.message().path("params");
              if (params.has("requestState")) {
                asked.result(
                    "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":%s}]}"
                        .formatted(
                            RpcJson.text(
                                StringNode.valueOf(
                                    params.path("requestState").asString()
                                        + params.path("inputResponses")))));
              } else {
                var result =
                    RpcJson.object().put("resultType", "input_required").put("requestState", state);
                var requests = result.putObject("inputRequests");
                requests
                    .putObject("a")
                    .put("method", "elicitation/create")
                    .putObject("params")
                    .put("message", "First?");
                requests
                    .putObject("b")
                    .put("method", "elicitation/create")
                    .putObject("params")
                    .put("message", "Visit")
                    .put("mode", "url")
                    .put("url", "https://x.example/?a=1&b=2#c");
                asked.result(RpcJson.text(result));
              }
            })) {
      ToolQuestion first;
      try (var test = new ConnectionFixture(server.server()).settled()) {
        first = (ToolQuestion) test.call("pay");
      }
      assertThat(first.text()).isEqualTo(Text.of("First?"));
      try (var test = new ConnectionFixture(server.server()).settled()) {
        var second = (ToolQuestion) resume(test, first, new QuestionAnswer.Declined());
        assertThat(second.form())
            .isEqualTo(new ToolQuestion.Form.Visit("https://x.example/?a=1&b=2#c"));
        assertThat(resume(test, second, new QuestionAnswer.Accepted(Text.EMPTY)))
            .isEqualTo(
                succeeded(
                    state + "{\"a\":{\"action\":\"decline\"},\"b\":{\"action\":\"accept\"}}"));
      }
    }
  }

  private static dev.drover.kernel.message.ToolAnswer resume(
      ConnectionFixture test, ToolQuestion question, QuestionAnswer answer) throws Exception {
    var state = ((Text.Inline) question.state()).value();
    return test.tool("pay").call(new ToolCallFixture("{}", new Resumption(1, state, answer, "")));
  }

  @Test
  void aServerThatNeverStopsAskingIsGivenUpAfterTenRounds() throws Exception {
    var rounds = new AtomicInteger();
    try (var server =
            new HttpServerFixture(
                asked -> {
                  rounds.incrementAndGet();
                  asked.result("{\"resultType\":\"input_required\",\"requestState\":\"s\"}");
                });
        var test = new ConnectionFixture(server.server()).settled()) {
      assertThat(test.call("pay")).isInstanceOf(ToolOutcome.Failed.class);
      assertThat(rounds).hasValue(11);
    }
  }

  @Test
  void aTaskIsDeferredUnderItsIdAndItsNewsAreRead() throws Exception {
    var polls = new AtomicInteger();
    try (var server =
            new HttpServerFixture(
                asked -> {
                  switch (asked.method()) {
                    case "tools/call" ->
                        asked.result(
                            "{\"resultType\":\"task\",\"taskId\":\"t-1\",\"status\":\"working\",\"pollIntervalMs\":700}");
                    case "tasks/get" ->
                        asked.result(
                            polls.incrementAndGet() == 1
                                ? "{\"status\":\"working\",\"statusMessage\":\"half\",\"pollIntervalMs\":900}"
                                : "{\"status\":\"completed\",\"result\":%s}".formatted(DONE));
                    default -> asked.answer(404, "text/plain", "");
                  }
                });
        var test = new ConnectionFixture(server.server()).settled()) {
      assertThat(test.call("pay"))
          .isEqualTo(
              new ToolDeferral(null, ToolDeferral.Slot.FREED)
                  .asking("t-1", Duration.ofMillis(700)));
      var tool = test.tool("pay");
      assertThat(tool.news("t-1", new ToolCallFixture("{}")))
          .isEqualTo(new DeferredCallNews.StillWorking("half", Duration.ofMillis(900)));
      assertThat(tool.news("t-1", new ToolCallFixture("{}")))
          .isEqualTo(new DeferredCallNews.Ended(succeeded("done")));
    }
  }

  @Test
  void headersOfTheHostAreSuppliedForEachRequestAndUser() throws Exception {
    var count = new AtomicInteger();
    try (var server = new HttpServerFixture(asked -> asked.result(DONE))) {
      var transport =
          new Transport.Http(
              server.uri(),
              caller -> Map.of("X-User", caller.tenant() + count.incrementAndGet()),
              null);
      try (var test =
          new ConnectionFixture(
                  new McpClientConnector(),
                  McpServer.of("web", transport),
                  Identity.ofTenant("acme"))
              .settled()) {
        assertThat(test.call("pay")).isEqualTo(succeeded("done"));
        assertThat(server.next("tools/call").header("X-User")).matches("acme[3-9]");
      }
    }
  }

  @Test
  void pagesAreJoinedAndAListThatDoesNotEndFailsTheServerOnly() throws Exception {
    try (var server = new HttpServerFixture(HttpServerTest::endlessPrompts);
        var test = new ConnectionFixture(server.server()).settled()) {
      org.assertj.core.api.Assertions.assertThatThrownBy(test.connection::prompts)
          .hasMessageContaining("does not end");
      assertThat(test.connection.resources()).hasSize(2);
      assertThat(test.connection.status().phase()).isEqualTo(Phase.CONNECTED);
    }
  }

  private static void endlessPrompts(Asked asked) throws Exception {
    var cursor = asked.message().path("params").path("cursor").asString("");
    if (asked.method().equals("prompts/list")) {
      asked.result("{\"prompts\":[{\"name\":\"p\"}],\"nextCursor\":\"%sx\"}".formatted(cursor));
    } else if (cursor.isEmpty()) {
      asked.result("{\"resources\":[{\"uri\":\"a:1\",\"name\":\"one\"}],\"nextCursor\":\"2\"}");
    } else {
      asked.result("{\"resources\":[{\"uri\":\"a:2\",\"name\":\"two\"}]}");
    }
  }

  @Test
  void aListIsReadAgainWhenItsTimeIsOver() throws Exception {
    try (var server = new HttpServerFixture(asked -> asked.result(DONE))) {
      server.tools = "[],\"ttlMs\":60000";
      try (var test = new ConnectionFixture(server.server()).settled()) {
        assertThat(test.names()).isEmpty();
        server.tools = "[{\"name\":\"late\",\"inputSchema\":{\"type\":\"object\"}}]";
        test.time.awaitSleepers(1);
        test.time.advance(Duration.ofMinutes(1));
        test.await(() -> test.names().equals(java.util.List.of("late")));
      }
    }
  }

  @Test
  void aServerThatIsGoneLosesItsToolsAndIsReachedAgain() throws Exception {
    var server = new HttpServerFixture(asked -> asked.result(DONE));
    try (var test = new ConnectionFixture(server.server()).settled()) {
      server.close();
      assertThat(test.call("pay")).isInstanceOf(ToolOutcome.Unknown.class);
      test.awaitPhase(Phase.FAILED);
      assertThat(test.connection.tools().tools()).isEmpty();
    }
  }
}
