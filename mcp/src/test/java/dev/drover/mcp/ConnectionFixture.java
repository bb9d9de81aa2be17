package dev.drover.mcp;

import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Text;
import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpConnection.ServerTool;
import dev.drover.spi.mcp.McpConnector.Client;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpStatus;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.tool.AgentTool;
import dev.drover.testkit.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/// A connection, and waits for what becomes of it.
final class ConnectionFixture implements AutoCloseable {
  final VirtualTime time = new VirtualTime();
  final McpConnection connection;
  private final Semaphore changes = new Semaphore(0);

  ConnectionFixture(McpServer server) {
    this(new McpClientConnector(), server, Identity.NONE);
  }

  ConnectionFixture(McpClientConnector connector, McpServer server, Identity caller) {
    connection =
        connector.open(
            server,
            new Client(caller, Path.of(""), time, SecretRedactor.KNOWN_SHAPES, changes::release));
  }

  /// The hostile program, in its own JVM.
  static McpServer program(String manner, Path log) {
    return McpServer.stdio(
        "hostile",
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Dfile.encoding=US-ASCII",
        "-Dstdout.encoding=US-ASCII",
        "-cp",
        System.getProperty("java.class.path"),
        HostileProgram.class.getName(),
        manner,
        log.toString());
  }

  ConnectionFixture settled() throws InterruptedException {
    connection.awaitSettled(Duration.ofSeconds(50));
    return this;
  }

  void awaitPhase(McpStatus.Phase phase) throws InterruptedException {
    await(() -> connection.status().phase() == phase);
  }

  void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      changes.acquire();
    }
  }

  AgentTool tool(String name) {
    return connection.tools().tools().stream()
        .filter(each -> each.name().equals(name))
        .map(ServerTool::tool)
        .findFirst()
        .orElseThrow(() -> new AssertionError(connection.status().toString()));
  }

  List<String> names() {
    return connection.tools().tools().stream().map(ServerTool::name).toList();
  }

  ToolAnswer call(String tool) throws Exception {
    return call(tool, "{}");
  }

  ToolAnswer call(String tool, String arguments) throws Exception {
    return tool(tool).call(new ToolCallFixture(arguments));
  }

  static ToolOutcome succeeded(String text) {
    return new ToolOutcome.Succeeded(Text.of(text));
  }

  @Override
  public void close() {
    connection.close();
  }
}
