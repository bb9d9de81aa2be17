package dev.drover.mcp.server.protocol;

import java.io.IOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The way back to the client of one request. Safe for use by any thread.
public interface ClientLink {
  /// @throws IOException if the client is gone
  void notify(String method, ObjectNode params) throws IOException;

  /// Sends a request to a legacy client and waits for the answer.
  ///
  /// @throws IOException if the client is gone, refuses, or does not answer in time
  JsonNode ask(String method, ObjectNode params) throws IOException, InterruptedException;

  /// Asked after an interrupt.
  RequestEnding ending();
}
