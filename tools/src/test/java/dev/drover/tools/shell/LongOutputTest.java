package dev.drover.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.tool.ToolInvocation.ArtifactAccess.Artifact;
import dev.drover.tools.TestCall;
import dev.drover.tools.sandbox.ShellOptions.Confinement;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("D3")
@Tag("D11")
@Execution(ExecutionMode.CONCURRENT)
final class LongOutputTest {
  private static final Pattern ARTIFACT = Pattern.compile("artifact tool: artifact (\\w{12}) …");

  @TempDir Path workspace;
  @AutoClose private final ShellTestSessions sessions = new ShellTestSessions();
  private final BashTool bash = TestShells.bash(Confinement.OFF);

  /// One size kept in memory, and one kept in a file.
  @ParameterizedTest
  @ValueSource(ints = {100_000, 10_000_000})
  void theModelSeesBothEndsOfALongOutputAndCanReadTheRest(int bytes) throws Exception {
    var command = "echo first; head -c %d /dev/zero | tr '\\0' x; echo; echo last".formatted(bytes);
    var call = sessions.call(workspace, Map.of("command", command));
    var answer = call.answerOf(bash);

    // 512 of the 50 KiB are reserved for the note about the rest.
    long missing = bytes + 12L - (50 * 1024 - 512);
    assertThat(answer.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(50 * 1024);
    assertThat(answer)
        .startsWith("first\nxxx")
        .contains("x\n[… %d of %d bytes left out; read it with".formatted(missing, bytes + 12))
        .endsWith("xxx\nlast\n");
    assertThat(whole(call, answer)).isEqualTo("first\n" + "x".repeat(bytes) + "\nlast\n");
  }

  @Test
  void outputThatIsShownCompletelyIsNotKeptAsAnArtifact() throws Exception {
    var answer = sessions.call(workspace, Map.of("command", "seq 1 5000")).answerOf(bash);
    assertThat(answer).endsWith("4999\n5000\n").doesNotContain("artifact");
  }

  @Test
  void outputBeyondTheLimitIsOnlyCounted() throws Exception {
    var host = LongOutputHost.start(80_000_000L);
    var said = host.inputReader().readLine();
    assertThat(host.waitFor(60, TimeUnit.SECONDS)).isTrue();
    // 64 MiB and a line of 57 bytes about the part that was not kept.
    assertThat(said)
        .isEqualTo(
            "artifact 67108921 ends \\n[… 12891136 more bytes were printed and not kept …]\\n");
  }

  @Test
  @Tag("long")
  void aGigabyteGoesThroughASmallHeap() throws Exception {
    var host = LongOutputHost.start(1L << 30);
    assertThat(host.inputReader().readLine())
        .endsWith("ends \\n[… 1006632960 more bytes were printed and not kept …]\\n");
    assertThat(host.waitFor(300, TimeUnit.SECONDS)).isTrue();
    assertThat(host.exitValue()).isZero();
  }

  private static String whole(TestCall call, String answer) {
    var name = ARTIFACT.matcher(answer).results().map(m -> m.group(1)).toList();
    assertThat(name).hasSize(1);
    Artifact artifact = call.artifacts().find(name.getFirst()).orElseThrow();
    return new String(
        call.artifacts().read(artifact, 0, (int) artifact.bytes()), StandardCharsets.UTF_8);
  }
}
