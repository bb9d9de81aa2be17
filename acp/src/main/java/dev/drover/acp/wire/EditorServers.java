package dev.drover.acp.wire;

import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpServer.Transport;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// The MCP servers of the editor. The person has configured them there; their tools are approved as
/// those of any other server.
///
/// @param unusable one sentence for each server that cannot be connected
public record EditorServers(List<McpServer> usable, List<String> unusable) {
  private static final int LONGEST_NAME = 32;

  public EditorServers {
    usable = List.copyOf(usable);
    unusable = List.copyOf(unusable);
  }

  public static EditorServers of(JsonNode params) throws RpcErrorException {
    var servers = params.path("mcpServers");
    if (!servers.isMissingNode() && !servers.isNull() && !servers.isArray()) {
      throw AcpParams.invalid("mcpServers must be a list");
    }
    var usable = new ArrayList<McpServer>();
    var unusable = new ArrayList<String>();
    var names = new HashSet<String>();
    for (var server : servers) {
      var said = AcpParams.text(server, "name");
      try {
        var found = McpServer.of(name(said), transport(server));
        if (names.add(found.name())) {
          usable.add(found);
        } else {
          unusable.add("the MCP server %s is named twice".formatted(said));
        }
      } catch (IllegalArgumentException wrong) {
        unusable.add(
            "the MCP server %s of the editor is not connected: %s"
                .formatted(said, wrong.getMessage()));
      }
    }
    return new EditorServers(usable, unusable);
  }

  /// Names of editors are for people; those of tools have fewer characters.
  private static String name(String said) {
    var plain =
        said.replaceAll("[^A-Za-z0-9_-]+", "-").replaceAll("__+", "_").replaceAll("^[_-]+", "");
    int end = Math.min(LONGEST_NAME, plain.length());
    while (end > 0 && "_-".indexOf(plain.charAt(end - 1)) >= 0) {
      end--;
    }
    return plain.substring(0, end);
  }

  private static Transport transport(JsonNode server) throws RpcErrorException {
    return switch (server.path("type").asString("stdio")) {
      case "stdio" -> {
        var command = new ArrayList<>(List.of(AcpParams.text(server, "command")));
        for (var word : server.path("args")) {
          command.add(word.asString(""));
        }
        yield new Transport.Stdio(command, values(server.path("env")), null);
      }
      case "http" -> {
        var headers = values(server.path("headers"));
        yield new Transport.Http(URI.create(AcpParams.text(server, "url")), _ -> headers, null);
      }
      default ->
          throw new IllegalArgumentException(
              "only servers on standard streams and over HTTP are supported");
    };
  }

  private static Map<String, String> values(JsonNode list) throws RpcErrorException {
    var values = new LinkedHashMap<String, String>();
    for (var each : list) {
      values.put(AcpParams.text(each, "name"), AcpParams.text(each, "value"));
    }
    return values;
  }
}
