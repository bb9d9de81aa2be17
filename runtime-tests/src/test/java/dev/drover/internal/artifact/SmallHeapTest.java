package dev.drover.internal.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// A large output takes the one string that the tool returned, and no copy of it.
@Tag("D3")
@Execution(ExecutionMode.CONCURRENT)
final class SmallHeapTest {
  /// Two of these would not fit: the old generation has two thirds of the heap.
  private static final int OUTPUT = 50_000_000;

  private static final String HEAP = "-Xmx96m";

  @Test
  void fiftyMegabytesOfOutputFitAHeapThatCannotHoldThemTwice(@TempDir Path folder)
      throws Exception {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeapProcess.class.getName(),
                folder.toString(),
                "" + OUTPUT)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo("COMPLETED seen " + OUTPUT);
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }
}
