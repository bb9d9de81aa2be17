package dev.drover.mcp.server;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.Drover;
import dev.drover.mcp.server.http.McpHttpHandler;
import dev.drover.mcp.server.protocol.McpDispatcher;
import dev.drover.mcp.server.stdio.StdioConnection;
import dev.drover.server.CallHandler;
import java.io.InputStream;
import java.io.OutputStream;

/// Agents of a runtime as a server of the Model Context Protocol, in its versions 2026-07-28 and
/// 2025-11-25.
///
/// Runs that clients start are durable. They belong to their sessions, and go on in this process
/// until they end or the runtime is closed.
///
/// Safe for use by any thread.
public final class McpService {
  private final McpDispatcher dispatcher;
  private final StdioConnection.Setup stdio;
  private final McpHttpHandler http;

  McpService(McpDispatcher dispatcher, StdioConnection.Setup stdio, McpHttpHandler.Setup http) {
    this.dispatcher = dispatcher;
    this.stdio = stdio;
    this.http = new McpHttpHandler(dispatcher, http);
  }

  /// Starts the description of a service.
  public static McpServiceBuilder of(Drover drover) {
    return new McpServiceBuilder(nonNull(drover, "drover"));
  }

  /// Serves one client until the end of its input. Nothing but messages is written to `out`.
  ///
  /// Requests in progress are ended then; their runs are left as they are, and continue when their
  /// sessions are opened again.
  public void serve(InputStream in, OutputStream out) {
    nonNull(in, "in");
    nonNull(out, "out");
    StdioConnection.serve(in, out, stdio);
  }

  /// Serves clients over HTTP, at the path `/mcp`. It does not check who calls: put a
  /// [dev.drover.server.OriginGuard] and a [dev.drover.server.BearerGuard] before it.
  public CallHandler httpHandler() {
    return http;
  }

  McpDispatcher dispatcher() {
    return dispatcher;
  }
}
