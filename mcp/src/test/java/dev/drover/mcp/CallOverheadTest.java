package dev.drover.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.mcp.McpServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The time of a call, compared with a loop that writes and reads the same bytes.
@Tag("long")
@Tag("H1")
class CallOverheadTest {
  private static final int WARM_UP = 3_000;
  private static final int CALLS = 3_000;

  @Test
  void aCallTakesAtMostHalfAsLongAgainAsTheBareExchange(@TempDir Path folder) throws Exception {
    var server = ConnectionFixture.program("stateless", folder.resolve("log"));
    try (var test = new ConnectionFixture(server).settled();
        var bare = new BareExchange(server)) {
      var tool = test.tool("echo");
      var call = new ToolCallFixture("{\"text\":\"x\"}");
      // Call by call in turn, so that both meet the same load of the machine.
      var ours = new long[CALLS];
      var theirs = new long[CALLS];
      for (int i = -WARM_UP; i < CALLS; i++) {
        long began = System.nanoTime();
        assertThat(tool.call(call)).isNotNull();
        long between = System.nanoTime();
        bare.exchange();
        if (i >= 0) {
          ours[i] = between - began;
          theirs[i] = System.nanoTime() - between;
        }
      }
      double ratio = (double) median(ours) / median(theirs);
      System.out.printf(
          "a call takes %d us, the bare exchange %d us: %.2f times%n",
          median(ours) / 1_000, median(theirs) / 1_000, ratio);
      assertThat(ratio).isLessThanOrEqualTo(1.5);
    }
  }

  private static long median(long[] times) {
    var sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /// Writes a line and reads one, with nothing between.
  private static final class BareExchange implements AutoCloseable {
    private static final String REQUEST =
        "{\"jsonrpc\":\"2.0\",\"id\":12345,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"x\"},\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientInfo\":{\"name\":\"drover\",\"version\":\"0.1.0\"},\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{\"form\":{},\"url\":{}},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}},\"progressToken\":12345}}}\n";

    private final Process process;
    private final byte[] buffer = new byte[4_096];

    BareExchange(McpServer server) throws Exception {
      List<String> command = ((McpServer.Transport.Stdio) server.transport()).command();
      process = new ProcessBuilder(command).start();
    }

    void exchange() throws Exception {
      process.getOutputStream().write(REQUEST.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
      int count;
      do {
        count = process.getInputStream().read(buffer);
      } while (count > 0 && buffer[count - 1] != '\n');
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
