package dev.drover.mcp.server.agent;

import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.mcp.server.agent.AgentRuns.CallProblem;
import dev.drover.mcp.server.agent.RequestStateSeal.Origin;
import dev.drover.mcp.server.agent.RunFollower.Call;
import dev.drover.mcp.server.protocol.FeatureOutcome;
import dev.drover.mcp.server.protocol.McpRequest;
import dev.drover.mcp.server.protocol.ServedTool;
import java.io.IOException;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Finds a run again by its session, drives it on if it was interrupted, and returns its answer.
final class SessionResultTool implements ServedTool {
  static final String NAME = "drover_result";

  private final AgentRuns runs;
  private final RunFollower follower;
  private final RequestStateSeal seal;

  SessionResultTool(AgentRuns runs, RunFollower follower, RequestStateSeal seal) {
    this.runs = runs;
    this.follower = follower;
    this.seal = seal;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ObjectNode definition() {
    var tool =
        RpcJson.object()
            .put("name", NAME)
            .put(
                "description",
                "Waits for the run of a session that was started earlier, and returns its answer."
                    + " Starts no new work.");
    var schema = tool.putObject("inputSchema").put("type", "object");
    var properties = schema.putObject("properties");
    properties
        .putObject("session")
        .put("type", "string")
        .put("description", "the session, from an earlier result");
    properties
        .putObject("run")
        .put("type", "string")
        .put("description", "the run; without it the one in progress, or the last one");
    schema.putArray("required").add("session");
    schema.put("additionalProperties", false);
    tool.set("outputSchema", ToolResults.schema());
    tool.putObject("annotations").put("idempotentHint", true).put("openWorldHint", true);
    return tool;
  }

  /// The request was for a run that exists: ending it does not end the run, unless it is cancelled.
  @Override
  public FeatureOutcome call(McpRequest request, ObjectNode arguments)
      throws RpcErrorException, IOException, InterruptedException {
    var state = request.requestState();
    var origin = new Origin(request.principal(), CallDigest.of("tools/call", NAME, arguments));
    var call = new Call(request, origin, true);
    try {
      var given = new ToolArguments(arguments);
      given.requireKnown(Set.of("session", "run"));
      if (state != null) {
        var instead = follower.answer(call, seal.open(state, origin), request.inputResponses());
        if (instead != null) {
          return instead;
        }
      }
      var run = given.optional("run");
      return follower.follow(
          call,
          runs.find(new SessionId(given.text("session")), run == null ? null : new RunId(run)));
    } catch (CallProblem refused) {
      return ToolResults.refused(refused.problem());
    } catch (IllegalArgumentException malformed) {
      return ToolResults.refused(
          new CallProblem(
                  "argument_malformed",
                  "Wrong argument",
                  String.valueOf(malformed.getMessage()),
                  "Use a session or run of an earlier result.")
              .problem());
    }
  }
}
