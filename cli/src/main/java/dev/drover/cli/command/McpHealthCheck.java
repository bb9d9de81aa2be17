package dev.drover.cli.command;

import dev.drover.cli.command.DoctorFinding.Health;
import dev.drover.cli.mcp.McpServerCheck;
import dev.drover.cli.mcp.ResolvedServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Checks which MCP servers answer. One that does not is a note: the program works without it.
final class McpHealthCheck {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String CHECK = "mcp";

  private McpHealthCheck() {}

  static List<DoctorFinding> of(CliInvocation call) {
    var settings = call.loadSettings();
    var findings = new ArrayList<DoctorFinding>();
    var resolved = ResolvedServers.of(settings.servers(), call.environment());
    if (!resolved.servers().isEmpty()) {
      for (var answer :
          McpServerCheck.run(resolved, settings.workspace(), call.environment(), PATIENCE)) {
        findings.add(
            new DoctorFinding(
                CHECK,
                answer.isConnected() ? Health.OK : Health.NOTE,
                answer.server().name() + " " + McpServerReport.phase(answer.status())));
      }
    }
    resolved
        .problems()
        .forEach(problem -> findings.add(new DoctorFinding(CHECK, Health.NOTE, problem.detail())));
    return findings;
  }
}
