package dev.drover.mcp.server.agent;

import dev.drover.Drover;
import dev.drover.commands.SlashCommands;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.mcp.server.agent.RunFollower.FixedAnswer;
import dev.drover.mcp.server.protocol.FeatureOutcome;
import dev.drover.mcp.server.protocol.McpErrors;
import dev.drover.mcp.server.protocol.McpRequest;
import dev.drover.mcp.server.protocol.ServedTool;
import dev.drover.mcp.server.protocol.ServerFeatures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What a runtime offers to clients.
public final class AgentFeatures implements ServerFeatures {
  /// Names of tools that are not agents begin with it.
  public static final String RESERVED_PREFIX = "drover_";

  private final String version;
  private final List<ServedTool> tools;
  private final ServedSessions resources;
  private final CommandPrompts prompts;

  /// What there is to serve.
  ///
  /// @param version of the program
  /// @param answer to every approval request, with who gives it; null to ask the client
  /// @param runs how many runs may be in progress
  public record Offer(
      Drover drover,
      List<ServedAgent> agents,
      SlashCommands commands,
      String version,
      @Nullable Unattended answer,
      int runs) {
    public Offer {
      agents = List.copyOf(agents);
    }
  }

  /// An answer without a person.
  public record Unattended(ApprovalAnswer answer, String by) {}

  public AgentFeatures(Offer offer, RequestStateSeal seal) {
    this.version = offer.version();
    var unattended = offer.answer();
    var follower =
        new RunFollower(
            offer.drover(),
            seal,
            unattended == null ? null : new FixedAnswer(unattended.answer(), unattended.by()));
    var runs = new AgentRuns(offer.drover(), offer.agents(), offer.runs());
    var all = new ArrayList<ServedTool>();
    offer.agents().stream()
        .sorted(Comparator.comparing(ServedAgent::name))
        .forEach(agent -> all.add(new AgentRunTool(agent, runs, follower, seal)));
    all.add(new SessionResultTool(runs, follower, seal));
    this.tools = List.copyOf(all);
    this.resources = new ServedSessions(offer.drover());
    this.prompts = new CommandPrompts(offer.commands());
  }

  @Override
  public ObjectNode serverInfo() {
    return RpcJson.object().put("name", "drover").put("version", version);
  }

  @Override
  public ObjectNode capabilities() {
    var capabilities = RpcJson.object();
    capabilities.putObject("tools");
    capabilities.putObject("resources");
    capabilities.putObject("prompts");
    capabilities.putObject("completions");
    return capabilities;
  }

  @Override
  public String instructions() {
    return "Each agent is a tool that takes a prompt. Its work is durable: give a key, and a"
        + " repeated call finds the same run; with the session of a result, the conversation"
        + " goes on, and "
        + SessionResultTool.NAME
        + " finds its run again.";
  }

  @Override
  public List<ServedTool> tools() {
    return tools;
  }

  @Override
  public ListPage resources(@Nullable String cursor) throws RpcErrorException {
    return resources.page(cursor);
  }

  @Override
  public List<ObjectNode> resourceTemplates() {
    return resources.templates();
  }

  @Override
  public FeatureOutcome readResource(McpRequest request, String uri)
      throws RpcErrorException, IOException {
    return new FeatureOutcome.Complete(resources.read(uri));
  }

  @Override
  public List<ObjectNode> prompts() {
    return prompts.list();
  }

  @Override
  public FeatureOutcome prompt(McpRequest request, String name, ObjectNode arguments)
      throws RpcErrorException {
    return new FeatureOutcome.Complete(prompts.get(name, arguments));
  }

  @Override
  public List<String> complete(ObjectNode reference, String argument, String value)
      throws RpcErrorException {
    var uri = reference.path("uri").asString("");
    if (uri.equals(ServedSessions.SESSION) || uri.equals(ServedSessions.ARTIFACT)) {
      return resources.complete(argument, value);
    }
    if (prompts.has(reference.path("name").asString(""))) {
      return List.of();
    }
    throw McpErrors.invalidParams("there is nothing to complete in " + reference);
  }
}
