package dev.drover.tool;

import dev.drover.problem.NotFound.McpServerNotFound;
import dev.drover.problem.RequestRefused.McpRequestFailed;
import dev.drover.spi.mcp.McpConnection.Prompt;
import dev.drover.spi.mcp.McpConnection.Resource;
import dev.drover.spi.mcp.McpConnection.ResourceContent;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpStatus;
import java.util.List;
import java.util.Map;

/// The MCP servers of one session: those of all agents, those of its agent, and those that were
/// added to the session. See [dev.drover.Session#mcp].
///
/// What a server returns comes from outside: show it to people and models as such.
///
/// Safe for use by any thread.
public interface McpServers {
  /// The states of the connections, by the names of the servers.
  Map<String, McpStatus> status();

  /// Connects the session with one more server, and waits until it has answered, has failed, or has
  /// used up its time to start. The next run has its tools.
  ///
  /// The connection belongs to this process, and ends when the session is closed. It is not
  /// journaled, since the description of a server may contain secrets: add the server again after a
  /// restart. Its tools need no new approval then, if their definitions are the same.
  ///
  /// @return the state of the connection
  /// @throws dev.drover.problem.InvalidRequest.ConfigurationInvalid if the session has a server of
  ///   this name, or `drover-mcp` is missing
  McpStatus add(McpServer server);

  /// Ends the connection to a server that was added to this session. Its calls in progress end; the
  /// next run does not have its tools.
  ///
  /// @return false if no such server was added to the session
  boolean remove(String server);

  /// Drops the connection to a server and connects again.
  ///
  /// @return false if the session has no such server
  boolean reconnect(String server);

  /// The prompts that a server offers.
  ///
  /// @throws McpServerNotFound if the session has no such server
  /// @throws McpRequestFailed if the server does not answer
  List<Prompt> prompts(String server);

  /// The text of a prompt, as the server fills it in.
  ///
  /// @throws McpServerNotFound if the session has no such server
  /// @throws McpRequestFailed if the server does not answer, or refuses the arguments
  String prompt(String server, String name, Map<String, String> arguments);

  /// The resources that a server lists.
  ///
  /// @throws McpServerNotFound if the session has no such server
  /// @throws McpRequestFailed if the server does not answer
  List<Resource> resources(String server);

  /// Reads a resource, without the policy: the host reads it, not the model.
  ///
  /// @param uri one of [#resources], or one that follows a template of the server
  /// @throws McpServerNotFound if the session has no such server
  /// @throws McpRequestFailed if the server does not answer, or has no such resource
  List<ResourceContent> read(String server, String uri);
}
