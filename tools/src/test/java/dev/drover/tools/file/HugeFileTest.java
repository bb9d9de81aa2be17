package dev.drover.tools.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.tool.AgentTool;
import dev.drover.tools.TestCall;
import dev.drover.tools.patch.PatchTool;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A sparse file of a terabyte takes no disk space but days to read.
@Tag("D5")
@Timeout(10)
final class HugeFileTest {
  private static final String PATCH = "--- a/huge\n+++ b/huge\n@@ -1 +1 @@\n-one\n+two\n";

  @TempDir Path workspace;

  @BeforeEach
  void make() throws IOException {
    try (var file = new RandomAccessFile(workspace.resolve("huge").toFile(), "rw")) {
      file.writeBytes("one\n" + "text ".repeat(4_000) + "\n");
      file.setLength(1L << 40);
    }
  }

  static Stream<Arguments> tools() {
    return Stream.of(
        Arguments.of(new WriteTool(), Map.of("path", "huge", "content", "x")),
        Arguments.of(new EditTool(), Map.of("path", "huge", "old", "one", "new", "two")),
        Arguments.of(new PatchTool(), Map.of("patch", PATCH)),
        Arguments.of(new ReadTool(), Map.of("path", "huge", "limit", 1)));
  }

  @ParameterizedTest
  @MethodSource("tools")
  void aHugeFileIsRefusedBeforeItIsRead(AgentTool tool, Map<String, Object> arguments)
      throws Exception {
    var call = TestCall.in(workspace, arguments);
    tool.preview(call);
    tool.basis(call);
    assertThat(call.failureOf(tool))
        .contains(
            "'huge' has 1099511627776 bytes, more than the 256 MiB that are read of one file. Use a"
                + " program for it.");
  }
}
