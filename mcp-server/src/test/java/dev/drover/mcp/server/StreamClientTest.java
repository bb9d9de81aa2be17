package dev.drover.mcp.server;

import static dev.drover.mcp.server.ClientMessages.ELICITATION;
import static dev.drover.mcp.server.ClientMessages.NO_CAPABILITIES;
import static dev.drover.mcp.server.ClientMessages.answered;
import static dev.drover.mcp.server.ClientMessages.call;
import static dev.drover.mcp.server.ClientMessages.decision;
import static dev.drover.mcp.server.ClientMessages.modern;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ApprovalAnswer.Scope;
import dev.drover.kernel.value.SessionId;
import java.util.ArrayList;
import java.util.HashSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Clients of both eras on a pair of streams.
@Tag("H2")
class StreamClientTest {
  @Test
  void eachAgentIsAToolAndTheListIsAlwaysTheSame() throws Exception {
    try (var fixture = new ServiceFixture();
        var client = fixture.lines().initialize(NO_CAPABILITIES)) {
      var first = client.call("tools/list", RpcJson.object()).path("result");
      assertThat(first.path("tools").valueStream().map(tool -> tool.path("name").asString()))
          .containsExactly("clerk", "sleeper", "writer", "drover_result");
      assertThat(client.call("tools/list", RpcJson.object()).path("result")).isEqualTo(first);
      try (var other = new ServiceFixture();
          var again = other.lines().initialize(NO_CAPABILITIES)) {
        assertThat(again.call("tools/list", RpcJson.object()).path("result")).isEqualTo(first);
      }
    }
  }

  @Test
  void bothErasAreServedOnOneStream() throws Exception {
    try (var fixture = new ServiceFixture();
        var client = fixture.lines()) {
      var discovered = client.call("server/discover", modern(NO_CAPABILITIES)).path("result");
      assertThat(discovered.path("supportedVersions").valueStream().map(JsonNode::asString))
          .containsExactly("2026-07-28", "2025-11-25");
      assertThat(discovered.path("resultType").asString()).isEqualTo("complete");
      client.initialize(NO_CAPABILITIES);
      var legacy = client.tool("clerk", "{\"prompt\":\"hello\"}");
      assertThat(legacy.has("resultType")).isFalse();
      assertThat(text(legacy)).isEqualTo("First answer.");
      var modern =
          client.call("tools/call", call(modern(NO_CAPABILITIES), "clerk", "{\"prompt\":\"hi\"}"));
      assertThat(modern.path("result").path("resultType").asString()).isEqualTo("complete");
      assertThat(text(modern.path("result"))).isEqualTo("First answer.");
    }
  }

  private static String text(JsonNode result) {
    return result.path("content").path(0).path("text").asString("");
  }

  @Test
  void aRequestBeforeInitializeAndWithoutMetadataIsRefused() throws Exception {
    try (var fixture = new ServiceFixture();
        var client = fixture.lines()) {
      var refused = client.call("tools/list", RpcJson.object()).path("error");
      assertThat(refused.path("code").asInt()).isEqualTo(-32602);
      assertThat(refused.path("message").asString()).contains("initialize");
    }
  }

  @Test
  void missingArgumentsAreAnEmptyObject() throws Exception {
    try (var fixture = new ServiceFixture();
        var client = fixture.lines().initialize(NO_CAPABILITIES)) {
      var result = client.call("tools/call", RpcJson.object().put("name", "clerk")).path("result");
      assertThat(result.path("isError").asBoolean()).isTrue();
      assertThat(text(result)).startsWith("argument_malformed: the argument 'prompt' is missing");
      var prompt = client.call("prompts/get", RpcJson.object().put("name", "review"));
      assertThat(prompt.path("result").path("messages").path(0).path("content").path("text"))
          .isEqualTo(RpcJson.array().add("Review  for ").get(0));
    }
  }

  @Test
  void garbageIsAnsweredAndTheNextRequestWorks() throws Exception {
    try (var fixture = new ServiceFixture();
        var client = fixture.lines().initialize(NO_CAPABILITIES)) {
      client.writeLine("this is not JSON");
      client.writeLine("");
      assertThat(client.read().path("error").path("code").asInt()).isEqualTo(-32700);
      assertThat(client.call("ping", RpcJson.object()).path("result")).isEqualTo(RpcJson.object());
      assertThat(client.call("no/such", RpcJson.object()).path("error").path("code").asInt())
          .isEqualTo(-32601);
      assertThat(client.tool("clerk", "{\"prompt\":\"x\",\"color\":1}").path("isError").asBoolean())
          .isTrue();
    }
  }

  @Test
  void theResultNamesItsSessionWhichCanGoOn() throws Exception {
    try (var fixture = new ServiceFixture();
        var client = fixture.lines().initialize(NO_CAPABILITIES)) {
      var first = client.tool("clerk", "{\"prompt\":\"one\"}").path("structuredContent");
      assertThat(first.path("status").asString()).isEqualTo("completed");
      var session = first.path("session").asString();
      var second =
          client.tool("clerk", "{\"prompt\":\"two\",\"session\":\"%s\"}".formatted(session));
      assertThat(text(second)).isEqualTo("Second answer.");
      assertThat(fixture.drover.queries().runs(new SessionId(session))).hasSize(2);
      assertThat(fixture.drover.queries().session(new SessionId(session)).orElseThrow().identity())
          .satisfies(identity -> assertThat(identity.principal()).isEqualTo("ada"));
    }
  }

  @Test
  void anUnknownSessionAndOneOfAnotherAgentAreRefused() throws Exception {
    try (var fixture = new ServiceFixture();
        var client = fixture.lines().initialize(NO_CAPABILITIES)) {
      assertThat(text(client.tool("clerk", "{\"prompt\":\"x\",\"session\":\"s-none\"}")))
          .startsWith("session_not_found: there is no session s-none");
      assertThat(text(client.tool("clerk", "{\"prompt\":\"x\",\"session\":\"../x\"}")))
          .startsWith("argument_malformed");
      var own = client.tool("clerk", "{\"prompt\":\"x\"}").path("structuredContent");
      var other =
          client.tool(
              "writer",
              "{\"prompt\":\"x\",\"session\":\"%s\"}".formatted(own.path("session").asString()));
      assertThat(text(other)).startsWith("session_of_other_agent");
      assertThat(fixture.runs()).hasSize(1);
    }
  }

  @Test
  @Tag("A10")
  void theSameKeyIsOneRun() throws Exception {
    try (var fixture = new ServiceFixture();
        var client = fixture.lines().initialize(NO_CAPABILITIES)) {
      var ids = new ArrayList<Long>();
      for (int i = 0; i < 32; i++) {
        ids.add(
            client.send(
                "tools/call",
                call(RpcJson.object(), "clerk", "{\"prompt\":\"pay\",\"key\":\"order-7\"}")));
      }
      var runs = new HashSet<String>();
      for (int i = 0; i < 32; i++) {
        var answer = client.read();
        assertThat(ids).contains(answer.path("id").asLong());
        assertThat(text(answer.path("result"))).isEqualTo("First answer.");
        runs.add(answer.path("result").path("structuredContent").path("run").asString());
      }
      assertThat(runs).hasSize(1);
      assertThat(fixture.runs()).hasSize(1);
      var conflict = client.tool("clerk", "{\"prompt\":\"pay twice\",\"key\":\"order-7\"}");
      assertThat(text(conflict)).startsWith("run_key_conflict");
      assertThat(fixture.runs()).hasSize(1);
    }
  }

  @Test
  void progressIsReportedOnlyToThoseWhoWantIt() throws Exception {
    try (var fixture = new ServiceFixture();
        var client = fixture.lines().initialize(NO_CAPABILITIES)) {
      client.tool("clerk", "{\"prompt\":\"quietly\"}");
      assertThat(client.others).isEmpty();
      var params = call(RpcJson.object(), "clerk", "{\"prompt\":\"loudly\"}");
      params.putObject("_meta").put("progressToken", "p-1");
      client.call("tools/call", params);
      assertThat(client.others)
          .isNotEmpty()
          .allSatisfy(
              message -> {
                assertThat(message.path("method").asString()).isEqualTo("notifications/progress");
                assertThat(message.path("params").path("progressToken").asString())
                    .isEqualTo("p-1");
              });
      assertThat(client.others.stream().map(m -> m.path("params").path("progress").asLong()))
          .isSorted()
          .doesNotHaveDuplicates();
      assertThat(client.others.stream().map(m -> m.path("params").path("message").asString()))
          .contains("First answer.");
    }
  }

  @Test
  @Tag("E3")
  void aModernClientAnswersAnApprovalByCallingAgain() throws Exception {
    try (var fixture = new ServiceFixture();
        var client = fixture.lines()) {
      var arguments = "{\"prompt\":\"write\"}";
      var asked =
          client.call("tools/call", call(modern(ELICITATION), "writer", arguments)).path("result");
      assertThat(asked.path("resultType").asString()).isEqualTo("input_required");
      assertThat(fixture.tools.notes).isEmpty();
      var form = asked.path("inputRequests").valueStream().findFirst().orElseThrow();
      assertThat(form.path("method").asString()).isEqualTo("elicitation/create");
      assertThat(form.path("params").path("message").asString())
          .contains("Approve the call of note?", "hello⟨U+202E⟩world")
          .doesNotContain("\u202E");
      var done =
          client.call(
              "tools/call",
              answered(call(modern(ELICITATION), "writer", arguments), asked, decision("once")));
      assertThat(text(done.path("result"))).isEqualTo("It is written.");
      assertThat(fixture.tools.notes).containsExactly("hello\u202Eworld");
      assertThat(fixture.runs()).hasSize(1);
    }
  }

  @Test
  @Tag("E3")
  void aLegacyClientIsAskedDuringItsCall() throws Exception {
    try (var fixture = new ServiceFixture();
        var client = fixture.lines().initialize(ELICITATION)) {
      long id =
          client.send("tools/call", call(RpcJson.object(), "writer", "{\"prompt\":\"write\"}"));
      var question = client.read();
      assertThat(question.path("method").asString()).isEqualTo("elicitation/create");
      var answer = RpcJson.object().put("jsonrpc", "2.0");
      answer.set("id", question.path("id"));
      answer.set("result", RpcJson.parse(decision("once")));
      client.write(answer);
      assertThat(text(client.answerTo(id).path("result"))).isEqualTo("It is written.");
      assertThat(fixture.tools.notes).hasSize(1);
    }
  }

  @Test
  @Tag("E3")
  void aDeclinedFormIsANoAndAClosedOneLeavesTheQuestionOpen() throws Exception {
    try (var fixture = new ServiceFixture();
        var client = fixture.lines()) {
      var arguments = "{\"prompt\":\"write\"}";
      var asked =
          client.call("tools/call", call(modern(ELICITATION), "writer", arguments)).path("result");
      var waiting =
          client
              .call(
                  "tools/call",
                  answered(
                      call(modern(ELICITATION), "writer", arguments),
                      asked,
                      "{\"action\":\"cancel\"}"))
              .path("result");
      assertThat(waiting.path("structuredContent").path("status").asString()).isEqualTo("waiting");
      assertThat(fixture.drover.approvals().open()).hasSize(1);
      var declined =
          client.call(
              "tools/call",
              answered(
                  call(modern(ELICITATION), "writer", arguments),
                  asked,
                  "{\"action\":\"decline\"}"));
      assertThat(text(declined.path("result"))).isEqualTo("It is written.");
      assertThat(fixture.tools.notes).isEmpty();
    }
  }

  @Test
  @Tag("J6")
  void aClientThatCannotBeAskedLearnsWhatTheRunWaitsFor() throws Exception {
    try (var fixture = new ServiceFixture();
        var client = fixture.lines().initialize(NO_CAPABILITIES)) {
      var waiting = client.tool("writer", "{\"prompt\":\"write\"}");
      assertThat(waiting.path("isError").asBoolean()).isFalse();
      var content = waiting.path("structuredContent");
      assertThat(content.path("status").asString()).isEqualTo("waiting");
      var open = fixture.drover.approvals().open().getFirst().id();
      assertThat(content.path("waiting_for").path(0).asString()).isEqualTo(open.toString());
      fixture.drover.approvals().answer(open, new ApprovalAnswer.Yes(Scope.ONCE), "bob");
      var result =
          client.tool(
              "drover_result",
              "{\"session\":\"%s\"}".formatted(content.path("session").asString()));
      assertThat(text(result)).isEqualTo("It is written.");
      assertThat(fixture.tools.notes).hasSize(1);
    }
  }

  @Test
  void aCancelledRequestCancelsItsRunAndIsNotAnswered() throws Exception {
    try (var fixture = new ServiceFixture();
        var client = fixture.lines().initialize(NO_CAPABILITIES)) {
      long id = client.send("tools/call", call(RpcJson.object(), "sleeper", "{\"prompt\":\"x\"}"));
      fixture.tools.started.await();
      var cancel = RpcJson.object().put("jsonrpc", "2.0").put("method", "notifications/cancelled");
      cancel.putObject("params").put("requestId", id);
      client.write(cancel);
      var session = fixture.onlySession();
      var run = fixture.drover.queries().runs(session).getFirst().run();
      try (var events = fixture.drover.queries().events(run)) {
        events.forEach(_ -> {});
      }
      assertThat(fixture.runs().getFirst().status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(client.call("ping", RpcJson.object()).has("result")).isTrue();
      assertThat(client.others).isEmpty();
    }
  }

  @Test
  void theEndOfInputEndsTheServiceAndLeavesTheRun() throws Exception {
    try (var fixture = new ServiceFixture();
        var client = fixture.lines().initialize(NO_CAPABILITIES)) {
      client.send(
          "tools/call", call(RpcJson.object(), "sleeper", "{\"prompt\":\"x\",\"key\":\"k\"}"));
      fixture.tools.started.await();
      assertThat(client.end(6000)).isTrue();
      assertThat(fixture.runs().getFirst().status()).isEqualTo(RunStatus.EXECUTING);
      try (var next = fixture.lines().initialize(NO_CAPABILITIES)) {
        long id =
            next.send(
                "tools/call",
                call(RpcJson.object(), "sleeper", "{\"prompt\":\"x\",\"key\":\"k\"}"));
        fixture.tools.release.countDown();
        assertThat(text(next.answerTo(id).path("result"))).isEqualTo("I am awake.");
      }
      assertThat(fixture.runs()).hasSize(1);
    }
  }

  @Test
  void sessionsAreResourcesAndCommandsArePrompts() throws Exception {
    try (var fixture = new ServiceFixture();
        var client = fixture.lines().initialize(NO_CAPABILITIES)) {
      client.tool("clerk", "{\"prompt\":\"hello\"}");
      var listed = client.call("resources/list", RpcJson.object()).path("result");
      var uri = listed.path("resources").path(0).path("uri").asString();
      assertThat(uri).isEqualTo("drover://sessions/" + fixture.onlySession());
      var read = client.call("resources/read", RpcJson.object().put("uri", uri)).path("result");
      var session = RpcJson.parse(read.path("contents").path(0).path("text").asString());
      assertThat(session.path("agent").asString()).isEqualTo("clerk");
      assertThat(session.path("runs").path(0).path("text").asString()).isEqualTo("First answer.");
      var unknown =
          client
              .call("resources/read", RpcJson.object().put("uri", "drover://sessions/none"))
              .path("error");
      assertThat(unknown.path("code").asInt()).isEqualTo(-32602);
      assertThat(unknown.path("data").path("uri").asString()).isEqualTo("drover://sessions/none");
      var prompts = client.call("prompts/list", RpcJson.object()).path("result").path("prompts");
      assertThat(prompts.valueStream().map(prompt -> prompt.path("name").asString()))
          .containsExactly("review");
      var params = RpcJson.object().put("name", "review");
      params.putObject("arguments").put("arguments", "a.txt bugs");
      var prompt = client.call("prompts/get", params).path("result").path("messages").path(0);
      assertThat(prompt.path("content").path("text").asString())
          .isEqualTo("Review a.txt for a.txt bugs");
    }
  }
}
