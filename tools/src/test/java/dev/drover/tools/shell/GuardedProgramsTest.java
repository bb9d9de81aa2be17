package dev.drover.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.program.ProgramRunner.Ending;
import dev.drover.spi.program.ProgramRunner.Program;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("E6")
@Timeout(60)
final class GuardedProgramsTest {
  @TempDir private Path folder;

  private Ending run(String script, String input) throws Exception {
    return new GuardedProgramRunner()
        .run(new Program(List.of("sh", "-c", script), folder, 1_000), input);
  }

  @Test
  void aProgramReadsItsInputAndBothOutputsAreReturned() throws Exception {
    assertThat(run("tr a-z A-Z; echo no >&2; exit 3", "grün"))
        .isEqualTo(new Ending.Exited(3, "GRüN", "no\n"));
  }

  @Test
  void aProgramThatIgnoresItsInputStillEnds() throws Exception {
    assertThat(run("exit 0", "x".repeat(1_000_000))).isEqualTo(new Ending.Exited(0, "", ""));
  }

  @Test
  void outputIsKeptUpToALimit() throws Exception {
    assertThat(run("head -c 1000 /dev/zero | tr '\\0' x", ""))
        .isEqualTo(new Ending.Exited(0, "x".repeat(1_000), ""));
    assertThat(run("head -c 1001 /dev/zero", "")).isEqualTo(new Ending.SaidTooMuch());
  }

  @Test
  @Tag("E9")
  void aProgramGetsTheEnvironmentOfAShellCommand() throws Exception {
    // Scrubbing has its own test; the variables that it sets show that it took place.
    assertThat(run("printf '%s %s' \"$TERM\" \"$GIT_TERMINAL_PROMPT\"", ""))
        .isEqualTo(new Ending.Exited(0, "dumb 0", ""));
  }
}
