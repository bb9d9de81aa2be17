package dev.drover.spi.mcp;

import dev.drover.kernel.check.NullChecks;
import java.util.List;

/// The state of a connection to a server.
///
/// @param detail for people: why it failed, what it waits for; may be empty
/// @param protocol the version of the protocol that was agreed on; empty if none was yet
/// @param tools how many it offers
/// @param missing the tools of the server that cannot be used
public record McpStatus(
    Phase phase, String detail, String protocol, int tools, List<MissingTool> missing) {
  public McpStatus {
    NullChecks.nonNull(phase, "McpStatus.phase");
    NullChecks.nonNull(detail, "McpStatus.detail");
    NullChecks.nonNull(protocol, "McpStatus.protocol");
    missing = NullChecks.list(missing, "McpStatus.missing");
  }

  public enum Phase {
    CONNECTING,
    CONNECTED,
    /// The last attempt failed; another may follow.
    FAILED,
    CLOSED
  }

  /// @param name as the server says it
  /// @param why for people
  public record MissingTool(String name, String why) {
    public MissingTool {
      NullChecks.nonNull(name, "MissingTool.name");
      NullChecks.nonNull(why, "MissingTool.why");
    }
  }
}
