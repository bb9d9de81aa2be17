package dev.drover.spi.mcp;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.Identity;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.time.Time;
import java.nio.file.Path;

/// Connects to servers. Loaded with [java.util.ServiceLoader], so that the runtime offers their
/// tools without knowing the protocol.
///
/// Laws: [#open] returns at once and never throws; a server that cannot be reached is a connection
/// whose status says why. Safe for use by many threads.
public interface McpConnector {
  /// Starts to connect.
  McpConnection open(McpServer server, Client client);

  /// The side of the runtime.
  ///
  /// @param caller the user that the connection is for: one connection never serves two users
  /// @param workspace the working directory of a program whose description names none
  /// @param redactor knows the secrets that a status and a log must not contain
  /// @param changed called whenever the status, the tools, the prompts or the resources may have
  ///   changed; returns at once
  record Client(
      Identity caller, Path workspace, Time time, SecretRedactor redactor, Runnable changed) {
    public Client {
      NullChecks.nonNull(caller, "Client.caller");
      NullChecks.nonNull(workspace, "Client.workspace");
      NullChecks.nonNull(time, "Client.time");
      NullChecks.nonNull(redactor, "Client.redactor");
      NullChecks.nonNull(changed, "Client.changed");
    }
  }
}
