package dev.drover.bench.peers.agentscope;

import dev.drover.bench.peers.Child;
import dev.drover.bench.peers.Contender;
import dev.drover.bench.peers.Scene;
import dev.drover.bench.peers.Stage;
import io.agentscope.core.ReActAgent;
import io.agentscope.core.agent.RuntimeContext;
import io.agentscope.core.state.AgentStateStore;
import io.agentscope.core.state.InMemoryAgentStateStore;
import io.agentscope.core.state.JsonFileAgentStateStore;
import io.agentscope.core.tool.Tool;
import io.agentscope.core.tool.ToolParam;
import io.agentscope.core.tool.Toolkit;

/// One agent for all sessions, which are told apart by the context of each call. Measured with the
/// state store in memory, killed with the one in files.
public final class AgentscopeContender implements Contender {
  private final ReActAgent agent;

  private AgentscopeContender(Stage stage) {
    var toolkit = new Toolkit();
    toolkit.registerTool(stage.scene() == Scene.WEATHER ? new Weather(stage) : new Cashier(stage));
    this.agent =
        ReActAgent.builder()
            .name("clerk")
            .model(new ScriptedModel(stage))
            .toolkit(toolkit)
            .stateStore(store(stage))
            .build();
  }

  public static void main(String[] args) {
    Child.main(AgentscopeContender::new, args);
  }

  @Override
  public Conversation open(String id) {
    return prompt ->
        agent
            .call(prompt, RuntimeContext.builder().userId("user").sessionId(id).build())
            .block()
            .getTextContent();
  }

  @Override
  public void close() {
    agent.close();
  }

  private static AgentStateStore store(Stage stage) {
    return stage.scene() == Scene.WEATHER
        ? new InMemoryAgentStateStore()
        : new JsonFileAgentStateStore(stage.folder());
  }

  /// Public, with public methods: the framework looks for those.
  public record Weather(Stage stage) {
    @Tool(name = "weather", description = "Tells the weather in a city.")
    public String weather(@ToolParam(name = "city", description = "the city") String city) {
      return stage.weather(city);
    }
  }

  /// Public, with public methods: the framework looks for those.
  public record Cashier(Stage stage) {
    @Tool(name = "pay", description = "Pays a bill.")
    public String pay(@ToolParam(name = "bill", description = "the bill") String bill) {
      return stage.pay(bill);
    }
  }
}
