package dev.drover.mcp;

import dev.drover.jsonrpc.RpcException;
import dev.drover.jsonrpc.RpcTimeout;
import dev.drover.mcp.protocol.ServerLink;
import dev.drover.mcp.protocol.ToolDefinition;
import dev.drover.spi.mcp.McpConnection.ServerTool;
import dev.drover.spi.mcp.McpConnection.ToolList;
import dev.drover.spi.mcp.McpStatus.MissingTool;
import dev.drover.spi.text.VisibleMarks;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The tools of a server at one moment. A definition that cannot be used is left out, with the
/// reason; the others are there.
///
/// @param ttl how long the list is valid; zero if the server does not say
record ToolCatalog(List<ServerTool> tools, List<MissingTool> missing, Duration ttl) {
  private static final int MAX_TOOLS = 1_000;

  static ToolCatalog load(ServerLink link, ServerConnection connection)
      throws IOException, RpcException, InterruptedException {
    if (!link.offers("tools")) {
      return new ToolCatalog(List.of(), List.of(), Duration.ZERO);
    }
    var listed =
        link.list("tools/list", "tools", RpcTimeout.of(connection.server().startTimeout()));
    var tools = new ArrayList<ServerTool>();
    var missing = new ArrayList<MissingTool>();
    var names = new HashSet<String>();
    for (var item : listed.items()) {
      try {
        if (tools.size() == MAX_TOOLS) {
          throw new IllegalArgumentException("the server has more than %d".formatted(MAX_TOOLS));
        }
        var tool = tool(item, connection);
        if (!names.add(tool.tool().spec().name())) {
          throw new IllegalArgumentException("another tool of the server has the same name");
        }
        tools.add(tool);
      } catch (IllegalArgumentException refused) {
        missing.add(
            new MissingTool(nameOf(item), VisibleMarks.of(String.valueOf(refused.getMessage()))));
      }
    }
    return new ToolCatalog(tools, missing, listed.ttl());
  }

  private static ServerTool tool(JsonNode item, ServerConnection connection) {
    var definition = ToolDefinition.of(item);
    var server = connection.server();
    return new ServerTool(
        definition.name(),
        definition.digest(server),
        definition.readable(server),
        new RemoteTool(definition, connection));
  }

  private static String nameOf(JsonNode item) {
    var name = VisibleMarks.of(item.path("name").asString(""));
    return name.length() <= 200 ? name : name.substring(0, 200) + "…";
  }

  boolean isSameAs(ToolList list) {
    return tools.stream()
        .map(ServerTool::digest)
        .toList()
        .equals(list.tools().stream().map(ServerTool::digest).toList());
  }
}
