package dev.drover.mcp.server.protocol;

import dev.drover.jsonrpc.RpcErrorException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What a server offers. Lists are in an order that does not change by itself.
///
/// Safe for use by many threads.
public interface ServerFeatures {
  /// As clients see it.
  ObjectNode serverInfo();

  ObjectNode capabilities();

  /// For the model of the client.
  String instructions();

  List<ServedTool> tools();

  /// @param cursor of the page before; null for the first page
  /// @throws RpcErrorException if there is no such cursor
  ListPage resources(@Nullable String cursor) throws RpcErrorException;

  List<ObjectNode> resourceTemplates();

  /// @throws RpcErrorException if there is no such resource
  FeatureOutcome readResource(McpRequest request, String uri)
      throws RpcErrorException, IOException, InterruptedException;

  List<ObjectNode> prompts();

  /// @throws RpcErrorException if there is no such prompt
  FeatureOutcome prompt(McpRequest request, String name, ObjectNode arguments)
      throws RpcErrorException, IOException, InterruptedException;

  /// Values that an argument of a prompt or a template could have.
  ///
  /// @param reference what the argument belongs to
  /// @param value what was typed so far
  /// @throws RpcErrorException if there is no such argument
  List<String> complete(ObjectNode reference, String argument, String value)
      throws RpcErrorException;

  /// A part of a list.
  ///
  /// @param next null if it is the last part
  record ListPage(List<ObjectNode> items, @Nullable String next) {
    public ListPage {
      items = List.copyOf(items);
    }
  }
}
