package dev.drover.model.http.suite;

import static dev.drover.model.http.suite.Requests.call;
import static dev.drover.model.http.suite.Requests.result;
import static dev.drover.model.http.suite.Requests.said;
import static dev.drover.model.http.suite.Requests.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.testkit.wire.Act;
import dev.drover.testkit.wire.WireTurn;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
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

  @Test
  @Tag("C1")
  void aCallWithoutAResultGetsOneThatSaysSo() throws Exception {
    var body =
        sent(
            Requests.of(
                user("Go."),
                said(call("call_a", "read", "{}"), call("call_b", "clock", "{}")),
                result("call_b", "clock", "noon"),
                user("And now?")));
    assertInOrder(
        body,
        "call_a",
        "call_b",
        "call_a",
        "There is no result of this call.",
        "call_b",
        "noon",
        "And now?");
  }

  @Test
  @Tag("C1")
  void aResultWithoutACallBecomesWords() throws Exception {
    var body = sent(Requests.of(user("Go."), result("lost", "read", "found it"), user("And?")));
    assertThat(body).doesNotContain("\"lost\"");
    assertInOrder(body, "Go.", "A call of read ended with:", "found it", "And?");
  }

  @Test
  @Tag("C1")
  void callsWithOneNameAreToldApart() throws Exception {
    var body =
        sent(
            Requests.of(
                user("Go."),
                said(call("same", "read", "{}"), call("same", "clock", "{}")),
                result("same", "read", "one"),
                result("same", "clock", "two"),
                said(call("same", "read", "{}")),
                result("same", "read", "three"),
                said(call("not a name that providers take!", "read", "{}")),
                result("not a name that providers take!", "read", "four")));
    assertInOrder(
        body, "same", "call_2", "same", "one", "call_2", "two", "call_3", "call_3", "three",
        "call_4", "call_4", "four");
    assertThat(body).doesNotContain("not a name");
  }

  @ParameterizedTest
  @MethodSource
  void everyOutcomeIsToldInWords(ToolOutcome outcome, String words) throws Exception {
    var body =
        sent(
            Requests.of(
                user("Go."), said(call("c", "clock", "{}")), result("c", "clock", outcome)));
    assertThat(body).contains(words);
  }

  static Stream<Arguments> everyOutcomeIsToldInWords() {
    return Stream.of(
        Arguments.of(new ToolOutcome.Succeeded(Text.of("It is noon.")), "It is noon."),
        Arguments.of(new ToolOutcome.Failed(Text.of("It stands still.")), "It stands still."),
        Arguments.of(new ToolOutcome.Refused("There is no clock."), "There is no clock."),
        Arguments.of(
            new ToolOutcome.Denied("ann", "not now"), "Denied by ann, and not run: not now"),
        Arguments.of(
            new ToolOutcome.Unknown("the process died"), "it may have happened: the process"),
        Arguments.of(new ToolOutcome.Cancelled("cancelled by bob"), "stopped (cancelled by bob)"));
  }

  @Test
  void anEmptyResultIsAResult() throws Exception {
    var body =
        sent(Requests.of(user("Go."), said(call("c", "clock", "{}")), result("c", "clock", "")));
    assertThat(body.split("\"c\"", -1)).hasSize(3);
    JSON.readTree(body);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"path\":", "", "[1]", "null", "not json", "{\"a\":1} {\"b\":2}"})
  void argumentsThatTheModelGarbledCanBeSentBack(String arguments) throws Exception {
    var body =
        sent(
            Requests.of(
                user("Go."),
                said(call("c", "read", arguments)),
                result("c", "read", new ToolOutcome.Refused("the arguments are no JSON"))));
    assertThat(JSON.readTree(body).isObject()).isTrue();
    assertThat(body).contains("the arguments are no JSON");
  }
}
