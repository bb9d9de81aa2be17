package dev.drover.mcp;

import dev.drover.jsonrpc.RpcError;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.mcp.protocol.CallContent;
import dev.drover.mcp.protocol.ServerLink;
import dev.drover.spi.tool.ToolInvocation;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A call that the server carries out as a task, under an id that survives this process.
final class RemoteTask {
  private static final long DEFAULT_POLL = 5_000;

  private final RemoteTool tool;
  private final ServerLink link;
  private final String id;

  RemoteTask(RemoteTool tool, ServerLink link, String id) {
    this.tool = tool;
    this.link = link;
    this.id = id;
  }

  DeferredCallNews news(ToolInvocation call)
      throws IOException, RpcException, InterruptedException {
    JsonNode task;
    try {
      task = request("tasks/get");
    } catch (RpcErrorException error) {
      if (error.error().code() == RpcError.INVALID_PARAMS) {
        return new DeferredCallNews.Gone("the server does not know the task " + id);
      }
      throw error;
    }
    return switch (task.path("status").asString("")) {
      case "completed" ->
          new DeferredCallNews.Ended(
              CallContent.outcome(task.path("result"), tool.definition(), call.changes()::store));
      case "failed" ->
          new DeferredCallNews.Ended(
              RemoteTool.failed(
                  "the task failed: " + task.path("error").path("message").asString("")));
      case "cancelled" ->
          new DeferredCallNews.Ended(new ToolOutcome.Cancelled("the server cancelled the task"));
      case "input_required" -> giveUp();
      default -> stillWorking(task);
    };
  }

  /// A deferred call cannot ask a person.
  private DeferredCallNews giveUp() throws IOException, RpcException, InterruptedException {
    request("tasks/cancel");
    return new DeferredCallNews.Ended(
        RemoteTool.failed(
            "the task asked a question in the middle, which is not supported; it was cancelled"));
  }

  private static DeferredCallNews stillWorking(JsonNode task) {
    long poll = task.path("pollIntervalMs").asLong(DEFAULT_POLL);
    return new DeferredCallNews.StillWorking(
        task.path("statusMessage").asString(""),
        Duration.ofMillis(Math.clamp(poll, 100L, 3_600_000L)));
  }

  private JsonNode request(String method) throws IOException, RpcException, InterruptedException {
    ObjectNode params = RpcJson.object().put("taskId", id);
    return link.request(
        method,
        params,
        Map.of("Mcp-Name", ServerLists.header(id)),
        tool.connection().timeout(),
        null);
  }
}
