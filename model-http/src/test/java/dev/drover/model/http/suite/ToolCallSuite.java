package dev.drover.model.http.suite;

import static dev.drover.model.http.suite.HttpRequests.result;
import static dev.drover.model.http.suite.HttpRequests.said;
import static dev.drover.model.http.suite.HttpRequests.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.Message;
import dev.drover.testkit.wire.ServerAction;
import dev.drover.testkit.wire.ToolCallCase;
import dev.drover.testkit.wire.WireTurn;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/// A call and its result are sent back to the provider together, whatever their outcome.
public abstract class ToolCallSuite extends ProviderFixture {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Test
  @Tag("A13")
  void aReplyAndTheResultsOfItsCallsAreSentBackTogether() throws Exception {
    provider()
        .then(
            ServerAction.play(
                WireTurn.say("I look.")
                    .thenCall("call_a", "read", "{\"path\":\"a\"}")
                    .thenCall("call_b", "read", "{\"path\":\"b\"}")));
    var reply = model().call(HttpRequests.of(user("Read a and b.")), deltas::add);
    var body =
        sent(
            HttpRequests.of(
                user("Read a and b."),
                said(reply),
                result("call_b", "read", "content of b"),
                result("call_a", "read", "content of a")));
    // The results are in the order of the calls, whichever came first.
    assertInOrder(
        body,
        "Read a and b.",
        "I look.",
        "call_a",
        "call_b",
        "call_a",
        "content of a",
        "call_b",
        "content of b");
  }

  static List<ToolCallCase> conversations() {
    return ToolCallCase.all();
  }

  @ParameterizedTest
  @MethodSource("conversations")
  @Tag("A13")
  @Tag("C1")
  void aCallAndItsResultAreSentTogetherWhateverTheirOutcome(ToolCallCase one) throws Exception {
    var body = sent(HttpRequests.of(one.messages().toArray(Message[]::new)));
    assertThat(JSON.readTree(body).isObject()).isTrue();
    assertInOrder(body, one.inOrder().toArray(String[]::new));
    one.absent().forEach(words -> assertThat(body).doesNotContain(words));
  }
}
