package dev.drover.mcp.server.agent;

import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.mcp.server.protocol.FeatureOutcome;
import dev.drover.mcp.server.protocol.McpRequest;
import dev.drover.mcp.server.protocol.ServedTool;
import java.io.IOException;
import tools.jackson.databind.node.ObjectNode;

/// A tool without a declared form of its arguments.
record FixtureTool(String name, Body body) implements ServedTool {
  interface Body {
    FeatureOutcome call(McpRequest request, ObjectNode arguments)
        throws RpcErrorException, IOException, InterruptedException;
  }

  @Override
  public ObjectNode definition() {
    var tool = RpcJson.object().put("name", name).put("description", "A tool of the fixture.");
    tool.putObject("inputSchema").put("type", "object");
    return tool;
  }

  @Override
  public FeatureOutcome call(McpRequest request, ObjectNode arguments)
      throws RpcErrorException, IOException, InterruptedException {
    return body.call(request, arguments);
  }

  static FeatureOutcome text(String text) {
    return content("[{\"type\":\"text\",\"text\":%s}]".formatted(quoted(text)));
  }

  static FeatureOutcome content(String json) {
    var result = RpcJson.object();
    result.set("content", RpcJson.parse(json));
    return new FeatureOutcome.Complete(result);
  }

  static String quoted(String text) {
    return RpcJson.text(RpcJson.array().add(text).get(0));
  }
}
