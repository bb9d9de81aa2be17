package dev.drover.model.http.suite;

import static dev.drover.model.http.suite.Requests.result;
import static dev.drover.model.http.suite.Requests.said;
import static dev.drover.model.http.suite.Requests.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Message;
import dev.drover.testkit.wire.Act;
import dev.drover.testkit.wire.CallCase;
import dev.drover.testkit.wire.WireTurn;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/// A call and its result go back to the provider together, whatever became of either.
public abstract class CallSuite extends Stand {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Test
  @Tag("A13")
  void aReplyAndTheResultsOfItsCallsGoBackTogether() throws Exception {
    provider()
        .then(
            Act.play(
                WireTurn.say("I look.")
                    .thenCall("call_a", "read", "{\"path\":\"a\"}")
                    .thenCall("call_b", "read", "{\"path\":\"b\"}")));
    var reply = model().call(Requests.of(user("Read a and b.")), deltas::add);
    var body =
        sent(
            Requests.of(
                user("Read a and b."),
                said(reply),
                result("call_b", "read", "content of b"),
                result("call_a", "read", "content of a")));
    // The results stand in the order of the calls, whichever came first.
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

  static List<CallCase> conversations() {
    return CallCase.all();
  }

  @ParameterizedTest
  @MethodSource("conversations")
  @Tag("A13")
  @Tag("C1")
  void aCallAndItsResultGoTogetherWhateverBecameOfEither(CallCase one) throws Exception {
    var body = sent(Requests.of(one.messages().toArray(Message[]::new)));
    assertThat(JSON.readTree(body).isObject()).isTrue();
    assertInOrder(body, one.inOrder().toArray(String[]::new));
    one.absent().forEach(words -> assertThat(body).doesNotContain(words));
  }
}
