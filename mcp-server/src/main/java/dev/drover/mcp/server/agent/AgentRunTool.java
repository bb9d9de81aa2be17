package dev.drover.mcp.server.agent;

import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.mcp.server.agent.AgentRuns.CallProblem;
import dev.drover.mcp.server.agent.AgentRuns.Order;
import dev.drover.mcp.server.agent.RequestStateSeal.Origin;
import dev.drover.mcp.server.agent.RunFollower.Call;
import dev.drover.mcp.server.protocol.FeatureOutcome;
import dev.drover.mcp.server.protocol.McpRequest;
import dev.drover.mcp.server.protocol.ServedTool;
import java.io.IOException;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Sends a prompt to an agent and returns its answer.
final class AgentRunTool implements ServedTool {
  private final ServedAgent agent;
  private final AgentRuns runs;
  private final RunFollower follower;
  private final RequestStateSeal seal;

  AgentRunTool(ServedAgent agent, AgentRuns runs, RunFollower follower, RequestStateSeal seal) {
    this.agent = agent;
    this.runs = runs;
    this.follower = follower;
    this.seal = seal;
  }

  @Override
  public String name() {
    return agent.name();
  }

  @Override
  public ObjectNode definition() {
    var tool = RpcJson.object().put("name", agent.name()).put("description", agent.description());
    var schema = tool.putObject("inputSchema").put("type", "object");
    var properties = schema.putObject("properties");
    text(properties, "prompt", "what the agent is to do");
    text(
        properties,
        "session",
        "the session to go on with, from an earlier result; without it a new one begins");
    text(
        properties,
        "key",
        "any text that names this piece of work: a repeated call with the same key and prompt finds"
            + " the same run, also after a lost connection or a restart, and starts nothing");
    schema.putArray("required").add("prompt");
    schema.put("additionalProperties", false);
    tool.set("outputSchema", ToolResults.schema());
    tool.putObject("annotations").put("readOnlyHint", false).put("openWorldHint", true);
    return tool;
  }

  private static void text(ObjectNode properties, String name, String description) {
    properties.putObject(name).put("type", "string").put("description", description);
  }

  @Override
  public FeatureOutcome call(McpRequest request, ObjectNode arguments)
      throws RpcErrorException, IOException, InterruptedException {
    var state = request.requestState();
    var origin =
        new Origin(request.principal(), CallDigest.of("tools/call", agent.name(), arguments));
    try {
      var given = new ToolArguments(arguments);
      given.requireKnown(Set.of("prompt", "session", "key"));
      var order = new Order(given.text("prompt"), given.optional("session"), given.optional("key"));
      var call = new Call(request, origin, order.key() != null);
      if (state == null) {
        return follower.follow(call, runs.start(agent.agent(), order, request.principal()));
      }
      var awaited = seal.open(state, origin);
      var instead = follower.answer(call, awaited, request.inputResponses());
      return instead == null
          ? follower.follow(call, runs.find(awaited.session(), awaited.run()))
          : instead;
    } catch (CallProblem refused) {
      return ToolResults.refused(refused.problem());
    }
  }
}
