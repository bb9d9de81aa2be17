package dev.drover.mcp;

import static dev.drover.mcp.ConnectionFixture.succeeded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.value.Identity;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpStatus.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Many connections.
@Tag("H1")
class ConnectionLimitsTest {
  private static final String DONE = "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}";

  @Test
  @Timeout(30)
  void twoHundredServersOverHttpConnectInParallelWithoutAThreadOfTheSystemEach() throws Exception {
    try (var server = new HttpServerFixture(asked -> asked.result(DONE))) {
      int before = Thread.getAllStackTraces().size();
      var all = new ArrayList<ConnectionFixture>();
      for (int i = 0; i < 200; i++) {
        all.add(new ConnectionFixture(McpServer.http("web" + i, server.uri())));
      }
      for (var each : all) {
        each.settled();
        assertThat(each.connection.status().phase()).isEqualTo(Phase.CONNECTED);
      }
      assertThat(Thread.getAllStackTraces().size()).isLessThan(before + 50);
      for (var each : all) {
        each.close();
      }
    }
  }

  /// Speaks the newer form, and ends with its input.
  private static final String SMALL_SERVER =
      "read line; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"supportedVersions\":"
          + "[\"2026-07-28\"],\"capabilities\":{}}}'; cat > /dev/null";

  @Test
  void aHundredCyclesLeaveNoProcessAndNoThread() throws Exception {
    long processes = ProcessHandle.current().descendants().count();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var cycles = new ArrayList<Future<Phase>>();
      for (int i = 0; i < 100; i++) {
        cycles.add(threads.submit(ConnectionLimitsTest::openAndClose));
      }
      for (var each : cycles) {
        assertThat(each.get()).isEqualTo(Phase.CONNECTED);
      }
    }
    assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive).count())
        .isEqualTo(processes);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("mcp-stdout"));
  }

  private static Phase openAndClose() throws InterruptedException {
    try (var test =
        new ConnectionFixture(McpServer.stdio("small", "sh", "-c", SMALL_SERVER)).settled()) {
      return test.connection.status().phase();
    }
  }

  @Test
  @Tag("J11")
  void oneBadServerDoesNotDisturbAnother() throws Exception {
    var connector = new McpClientConnector();
    try (var server = new HttpServerFixture(asked -> asked.result(DONE));
        var bad =
            new ConnectionFixture(
                connector, McpServer.stdio("bad", "sh", "-c", "yes '{'"), Identity.NONE);
        var good = new ConnectionFixture(connector, server.server(), Identity.NONE).settled()) {
      assertThat(good.call("pay")).isEqualTo(succeeded("done"));
      assertThat(bad.connection.awaitSettled(Duration.ZERO)).isFalse();
      assertThat(bad.connection.tools().tools()).isEmpty();
    }
  }
}
