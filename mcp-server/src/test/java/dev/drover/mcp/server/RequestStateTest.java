package dev.drover.mcp.server;

import static dev.drover.mcp.server.ClientMessages.ELICITATION;
import static dev.drover.mcp.server.ClientMessages.answered;
import static dev.drover.mcp.server.ClientMessages.call;
import static dev.drover.mcp.server.ClientMessages.decision;
import static dev.drover.mcp.server.ClientMessages.modern;
import static dev.drover.mcp.server.HttpClientFixture.ADA;
import static dev.drover.mcp.server.HttpClientFixture.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ApprovalAnswer.OnDenial;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// What a client keeps between a question and its answer can be used once, by the same principal,
/// for the same call, and as it is.
@Tag("E3")
@Tag("H2")
class RequestStateTest {
  private static final String ARGUMENTS = "{\"prompt\":\"write\",\"key\":\"k\"}";

  private final ServiceFixture fixture = new ServiceFixture();

  @SuppressWarnings("NullAway.Init")
  private HttpClientFixture http;

  @SuppressWarnings("NullAway.Init")
  private JsonNode asked;

  @BeforeEach
  void ask() throws Exception {
    http = new HttpClientFixture(fixture.service);
    asked = http.call(ADA, "tools/call", request(ARGUMENTS)).path("result");
    assertThat(asked.path("resultType").asString()).isEqualTo("input_required");
  }

  @AfterEach
  void stop() {
    http.close();
    fixture.close();
  }

  private static ObjectNode request(String arguments) {
    return call(modern(ELICITATION), "writer", arguments);
  }

  private ObjectNode yes() {
    return answered(request(ARGUMENTS), asked, decision("once"));
  }

  private void assertRefused(JsonNode answer, String why) {
    assertThat(answer.path("error").path("code").asInt()).isEqualTo(-32602);
    assertThat(answer.path("error").path("message").asString()).contains("refused", why);
    assertThat(fixture.tools.notes).isEmpty();
    assertThat(fixture.drover.approvals().open()).hasSize(1);
  }

  @Test
  void anUnchangedStateIsAccepted() throws Exception {
    assertThat(http.call(ADA, "tools/call", yes()).path("result").path("isError").asBoolean())
        .isFalse();
    assertThat(fixture.tools.notes).hasSize(1);
    assertThat(fixture.runs()).hasSize(1);
  }

  @Test
  void aChangedStateIsRefusedWhereverItWasChanged() throws Exception {
    var state = asked.path("requestState").asString();
    for (int at = 0; at < state.length(); at += 7) {
      var changed = new StringBuilder(state);
      changed.setCharAt(at, state.charAt(at) == 'A' ? 'B' : 'A');
      assertRefused(
          http.call(ADA, "tools/call", yes().put("requestState", changed.toString())),
          "it was changed");
    }
    // The last digit has bits that do not count, so that one that differs there decodes alike.
    char last = state.charAt(state.length() - 1);
    var digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char sibling = digits.charAt(digits.indexOf(last) ^ 1);
    assertRefused(
        http.call(
            ADA,
            "tools/call",
            yes().put("requestState", state.substring(0, state.length() - 1) + sibling)),
        "it was changed");
    for (var wrong : new String[] {"", ".", "x", state + ".", state.substring(1), "a." + state}) {
      assertRefused(
          http.call(ADA, "tools/call", yes().put("requestState", wrong)), "it was changed");
    }
  }

  @Test
  void anotherPrincipalIsRefused() throws Exception {
    assertRefused(http.call(BOB, "tools/call", yes()), "another principal");
  }

  @Test
  void anotherCallIsRefused() throws Exception {
    var other =
        answered(request("{\"prompt\":\"write more\",\"key\":\"k\"}"), asked, decision("once"));
    assertRefused(http.call(ADA, "tools/call", other), "another call");
    var otherTool =
        answered(call(modern(ELICITATION), "clerk", ARGUMENTS), asked, decision("once"));
    assertRefused(http.call(ADA, "tools/call", otherTool), "another call");
  }

  @Test
  void theOrderOfArgumentsDoesNotMatter() throws Exception {
    var same = answered(request("{\"key\":\"k\",\"prompt\":\"write\"}"), asked, decision("once"));
    assertThat(http.call(ADA, "tools/call", same).has("result")).isTrue();
    assertThat(fixture.tools.notes).hasSize(1);
  }

  @Test
  void anOldStateIsRefusedAndTheQuestionCanBeHadAgain() throws Exception {
    fixture.time.later(Duration.ofMinutes(61));
    assertRefused(http.call(ADA, "tools/call", yes()), "too old");
    asked = http.call(ADA, "tools/call", request(ARGUMENTS)).path("result");
    assertThat(http.call(ADA, "tools/call", yes()).has("result")).isTrue();
    assertThat(fixture.tools.notes).hasSize(1);
    assertThat(fixture.runs()).hasSize(1);
  }

  @Test
  @Tag("J5")
  void aStateIsUsedOnceAndTheSecondIsToldWhoAnswered() throws Exception {
    assertThat(http.call(ADA, "tools/call", yes()).has("result")).isTrue();
    var again = http.call(ADA, "tools/call", yes()).path("error");
    assertThat(again.path("code").asInt()).isEqualTo(-32602);
    assertThat(again.path("message").asString())
        .contains("refused", "was answered by ada", "drover_result");
    assertThat(fixture.tools.notes).hasSize(1);
  }

  @Test
  void anAnswerFromElsewhereComesFirst() throws Exception {
    var id = fixture.drover.approvals().open().getFirst().id();
    fixture.drover.approvals().answer(id, new ApprovalAnswer.No("", OnDenial.GO_ON), "carl");
    var late = http.call(ADA, "tools/call", yes()).path("error");
    assertThat(late.path("message").asString()).contains("was answered by carl");
    assertThat(fixture.tools.notes).isEmpty();
  }

  @Test
  void answersWithoutADecisionAreAskedForAgain() throws Exception {
    for (var useless :
        new String[] {
          "{}",
          "{\"action\":\"accept\"}",
          "{\"action\":\"accept\",\"content\":{\"decision\":\"maybe\"}}"
        }) {
      var again =
          http.call(ADA, "tools/call", answered(request(ARGUMENTS), asked, useless)).path("result");
      assertThat(again.path("resultType").asString()).isEqualTo("input_required");
      assertThat(again.path("inputRequests")).isEqualTo(asked.path("inputRequests"));
    }
    var malformed = yes();
    malformed.set("inputResponses", StringNode.valueOf("yes"));
    assertThat(http.call(ADA, "tools/call", malformed).path("error").path("code").asInt())
        .isEqualTo(-32602);
    assertThat(fixture.tools.notes).isEmpty();
  }

  @Test
  void aStopEndsTheRun() throws Exception {
    var stop = answered(request(ARGUMENTS), asked, decision("stop"));
    var result = http.call(ADA, "tools/call", stop).path("result");
    assertThat(result.path("structuredContent").path("status").asString())
        .isNotEqualTo("completed");
    assertThat(fixture.tools.notes).isEmpty();
  }
}
