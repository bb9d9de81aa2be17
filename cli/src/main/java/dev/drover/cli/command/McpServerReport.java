package dev.drover.cli.command;

import dev.drover.kernel.value.Problem;
import dev.drover.spi.mcp.McpStatus;
import java.util.ArrayList;
import java.util.List;

/// What people are told about the state of an MCP server.
final class McpServerReport {
  private McpServerReport() {}

  /// The problems of a server that was connected; none if all is well.
  static List<Problem> warnings(String server, McpStatus status) {
    var problems = new ArrayList<Problem>();
    if (status.phase() != McpStatus.Phase.CONNECTED) {
      problems.add(
          new Problem(
              "mcp_unavailable",
              "An MCP server is not connected",
              "the MCP server %s %s; its tools are missing".formatted(server, phase(status)),
              "Try it with 'drover mcp test %s'.".formatted(server)));
    }
    for (var missing : status.missing()) {
      problems.add(
          new Problem(
              "mcp_unavailable",
              "An MCP tool is missing",
              "the tool %s of the MCP server %s is left out: %s"
                  .formatted(missing.name(), server, oneLine(missing.why())),
              "The server has to change it."));
    }
    return problems;
  }

  /// `is connected (2025-11-25), 12 tools`.
  static String phase(McpStatus status) {
    var why = status.detail().isEmpty() ? "" : ": " + oneLine(status.detail());
    return switch (status.phase()) {
      case CONNECTING -> "has not answered yet" + why;
      case CONNECTED ->
          "is connected (%s), %s"
              .formatted(
                  status.protocol(), status.tools() == 1 ? "1 tool" : status.tools() + " tools");
      case FAILED -> "does not answer" + why;
      case CLOSED -> "is closed" + why;
    };
  }

  /// A detail may have the last lines of a program.
  static String oneLine(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
