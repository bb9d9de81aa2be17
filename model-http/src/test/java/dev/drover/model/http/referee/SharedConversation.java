package dev.drover.model.http.referee;

import static dev.drover.model.http.suite.HttpRequests.call;
import static dev.drover.model.http.suite.HttpRequests.prose;
import static dev.drover.model.http.suite.HttpRequests.result;
import static dev.drover.model.http.suite.HttpRequests.said;
import static dev.drover.model.http.suite.HttpRequests.user;

import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.model.http.HttpModelsBuilder;
import dev.drover.model.http.suite.HttpRequests;
import dev.drover.spi.model.ModelRequest;
import dev.drover.testkit.wire.FakeProvider;
import dev.drover.testkit.wire.ServerAction;
import dev.drover.testkit.wire.WireTurn;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The conversation that all clients send.
final class SharedConversation {
  static final String KEY = "test-key";
  static final String SYSTEM = "Answer in one sentence.";
  static final String PROMPT = "What is in a.txt, and what time is it?";
  static final String WORDS = "I will look.";
  static final String ARGUMENTS = "{\"path\":\"a.txt\"}";
  static final String CONTENT = "sheep 🐑";
  static final String FAILURE = "there is no clock";
  static final String THANKS = "Thanks. Go on.";

  static final WireTurn REPLY =
      WireTurn.think("Let me think.", "c2VhbA==")
          .thenSay("Grüße, 世界! I look.")
          .thenCall("call_1", "read", ARGUMENTS)
          .thenCall("call_2", "clock", "{}");

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private SharedConversation() {}

  static ModelRequest request() {
    return HttpRequests.with(
        SYSTEM,
        List.of(HttpRequests.READ),
        List.of(
            user(PROMPT),
            said(prose(WORDS), call("call_1", "read", ARGUMENTS), call("call_2", "clock", "{}")),
            result("call_1", "read", CONTENT),
            result("call_2", "clock", new ToolOutcome.Failed(Text.of(FAILURE))),
            user(THANKS)));
  }

  /// The last request of our client.
  static ObjectNode ours(FakeProvider provider, HttpModelsBuilder builder, String model)
      throws Exception {
    provider.then(ServerAction.play(WireTurn.say("ok")));
    builder.baseUrl(provider.baseUrl()).build().model(model).call(request(), _ -> {});
    return last(provider);
  }

  static ObjectNode last(FakeProvider provider) {
    return (ObjectNode) JSON.readTree(provider.requests().getLast().body());
  }

  static JsonNode json(String text) {
    return JSON.readTree(text);
  }
}
