package dev.drover.bench.peers.adk;

import com.google.adk.agents.LlmAgent;
import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.sessions.SessionKey;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import dev.drover.bench.peers.Child;
import dev.drover.bench.peers.Contender;
import dev.drover.bench.peers.Scene;
import dev.drover.bench.peers.Stage;
import java.util.Map;

/// An agent in the in-memory runner. The library has no session service that keeps sessions through
/// the end of a process without a server, so the kill test is played in memory too.
public final class AdkContender implements Contender {
  private static final String APP = "bench";
  private static final String USER = "user";

  private final InMemoryRunner runner;

  private AdkContender(Stage stage) {
    var tools = stage.scene() == Scene.WEATHER ? new Weather(stage) : new Cashier(stage);
    var agent =
        LlmAgent.builder()
            .name("clerk")
            .model(new ScriptedLlm(stage))
            .tools(FunctionTool.create(tools, stage.scene().tool()))
            .build();
    this.runner = new InMemoryRunner(agent, APP);
  }

  public static void main(String[] args) {
    Child.main(AdkContender::new, args);
  }

  @Override
  public Conversation open(String id) {
    var key = new SessionKey(APP, USER, id);
    var _ = runner.sessionService().createSession(key, Map.of()).blockingGet();
    return prompt ->
        runner
            .runAsync(key, Content.fromParts(Part.fromText(prompt)))
            .filter(Event::finalResponse)
            .blockingLast()
            .stringifyContent();
  }

  @Override
  public void close() {
    runner.close().blockingAwait();
  }

  /// Public, with public methods: the framework looks for those.
  public record Weather(Stage stage) {
    public Map<String, Object> weather(
        @Schema(name = "city", description = "the city") String city) {
      return Map.of("result", stage.weather(city));
    }
  }

  /// Public, with public methods: the framework looks for those.
  public record Cashier(Stage stage) {
    public Map<String, Object> pay(@Schema(name = "bill", description = "the bill") String bill) {
      return Map.of("result", stage.pay(bill));
    }
  }
}
