package dev.drover.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.tools.sandbox.ShellOptions.Confinement;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("D11")
@Execution(ExecutionMode.CONCURRENT)
final class JvmDeathTest {
  @TempDir Path workspace;

  @ParameterizedTest
  @CsvSource({"OFF, WAITING", "OFF, LEFT_ALONE", "REQUIRED, WAITING", "REQUIRED, LEFT_ALONE"})
  void whenTheJvmIsKilledAllDescendantsEnd(Confinement confinement, ShellHost.Style style)
      throws Exception {
    TestShells.bash(confinement);
    var family = ProcessTreeCommand.another();
    var host = ShellHost.start(workspace, confinement, style, family.command());
    try {
      assertThat(host.inputReader().readLine())
          .isEqualTo(
              switch (style) {
                case WAITING -> "ready";
                case LEFT_ALONE -> "alone";
              });
      family.assertAllAlive();
    } finally {
      // SIGKILL: no code in the process runs any more.
      host.destroyForcibly();
    }
    assertThat(host.waitFor(10, TimeUnit.SECONDS)).isTrue();
    family.assertDies();
  }
}
