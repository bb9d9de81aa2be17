package dev.drover.cli.command;

import dev.drover.Agent;
import dev.drover.cli.config.DefaultInstructions;
import dev.drover.cli.config.ModelSelection;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.ModelResolver.ResolvedModel;
import dev.drover.files.AgentFiles;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.store.Catalog.SessionRow;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Builds the configured agent and reports subagent files that cannot be used.
final class CliAgentFactory {
  private CliAgentFactory() {}

  /// A file may name only models that were configured: its author must not decide which provider
  /// receives the workspace and what it costs.
  ///
  /// @param session the session it is built for, which need not exist yet
  static Agent build(
      CliInvocation call, CliRuntime runtime, SessionId session, ResolvedModel supplied) {
    var chosen = Stream.concat(Stream.of(supplied.model()), supplied.fallbacks().stream()).toList();
    var files =
        AgentFiles.read(
            call.loadConfiguration().files(),
            personalFolders(call.environment()),
            name -> chosen.stream().filter(model -> model.name().equals(name)).findFirst());
    files.warnings().forEach(call::warn);
    var instructions = instructions(call, runtime, session, supplied);
    supplied.servers().problems().forEach(call::warn);
    announce(call, supplied);
    var agent = runtime.agent(supplied, instructions, files, guarded(call));
    agent
        .mcp()
        .forEach((server, status) -> McpServerReport.warnings(server, status).forEach(call::warn));
    return agent;
  }

  /// Programs may take seconds to start, and a person wants to know what is waited for.
  private static void announce(CliInvocation call, ResolvedModel supplied) {
    var servers = supplied.servers().servers();
    if (!servers.isEmpty()
        && call.outputFormat() == OutputFormat.READABLE
        && call.environment().terminal().isInteractive()) {
      var names = servers.stream().map(McpServer::name).toList();
      call.out().line(call.style().dim("connecting MCP servers: " + String.join(", ", names)));
    }
  }

  private static String instructions(
      CliInvocation call, CliRuntime runtime, SessionId session, ResolvedModel supplied) {
    var configured = supplied.settings().agent().instructions();
    if (configured != null) {
      return configured;
    }
    var opened =
        runtime
            .queries()
            .session(session)
            .map(SessionRow::openedAt)
            .orElse(call.environment().time().now());
    return new DefaultInstructions(
            supplied.settings().workspace(),
            call.environment().platform(),
            opened.atZone(ZoneId.systemDefault()).toLocalDate())
        .text();
  }

  /// Guarded files outside the usual places: scripts that play the model, and a configuration
  /// folder that the person has chosen.
  private static List<Path> guarded(CliInvocation call) {
    var guarded = new ArrayList<Path>();
    var models = call.loadSettings().agent().models();
    Stream.concat(Stream.of(models.first()), models.fallbacks().stream())
        .forEach(
            choice -> {
              if (choice instanceof ModelSelection.Script script) {
                guarded.add(script.file());
              }
            });
    call.environment().personalFolder().ifPresent(guarded::add);
    return guarded;
  }

  private static List<Path> personalFolders(CliEnvironment host) {
    var folders = new ArrayList<Path>();
    host.personalFolder().ifPresent(folder -> folders.add(folder.resolve("agents")));
    host.knownHome().ifPresent(folder -> folders.add(folder.resolve(".claude/agents")));
    return folders;
  }
}
