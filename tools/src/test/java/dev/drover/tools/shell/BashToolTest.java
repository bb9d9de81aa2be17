package dev.drover.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.tool.Subject;
import dev.drover.tools.TestCall;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("D11")
final class BashToolTest {
  @TempDir Path workspace;
  private final BashTool bash = new BashTool();

  @BeforeEach
  void resolveLinks() throws Exception {
    workspace = workspace.toRealPath();
  }

  @Test
  void outputAndErrorsComeInTheOrderInWhichTheyWerePrinted() throws Exception {
    assertThat(call("echo a; echo b >&2; echo c; printf d").answerOf(bash))
        .isEqualTo("a\nb\nc\nd\n");
  }

  @Test
  void itRunsInTheWorkspace() throws Exception {
    assertThat(call("pwd").answerOf(bash)).isEqualTo(workspace + "\n");
  }

  @Test
  void itIsBash() throws Exception {
    assertThat(call("[[ ab == a* ]] && echo \"${BASH_VERSION:+bash}\"").answerOf(bash))
        .isEqualTo("bash\n");
  }

  @Test
  void anExitCodeIsAnAnswer() throws Exception {
    assertThat(call("echo no; exit 3").answerOf(bash)).isEqualTo("no\n[exit code 3]\n");
    assertThat(call("kill -9 $$").answerOf(bash)).isEqualTo("[no output]\n[exit code 137]\n");
    assertThat(call("true").answerOf(bash)).isEqualTo("[no output]\n");
  }

  @Test
  void thereIsNoInput() throws Exception {
    assertThat(call("cat; read x || echo none").answerOf(bash)).isEqualTo("none\n");
  }

  @Test
  void outputIsShownWhileTheCommandRuns() throws Exception {
    var seen = new CountDownLatch(1);
    var call =
        call("echo one; until [ -e go ]; do sleep 0.01; done; echo two")
            .watchedBy(
                text -> {
                  if (text.contains("one")) {
                    seen.countDown();
                  }
                });
    var watcher =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    if (seen.await(10, TimeUnit.SECONDS)) {
                      Files.createFile(workspace.resolve("go"));
                    }
                  } catch (Exception failed) {
                    throw new IllegalStateException(failed);
                  }
                });
    assertThat(call.answerOf(bash)).isEqualTo("one\ntwo\n");
    assertThat(watcher.join(Duration.ofSeconds(10))).isTrue();
    assertThat(call.shown()).isEqualTo("one\ntwo\n");
  }

  @Test
  @Tag("D3")
  void ofALongOutputTheModelSeesBothEnds() throws Exception {
    var answer =
        call("echo first; head -c 10000000 /dev/zero | tr '\\0' 'x'; echo; echo last")
            .answerOf(bash);
    assertThat(answer.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(50 * 1024);
    assertThat(answer)
        .startsWith("first\nxxx")
        .contains("x\n[… 9949324 of 10000012 bytes left out …]\nx")
        .endsWith("xxx\nlast\n");
  }

  @Test
  @Tag("D3")
  void noCharacterOfALongOutputIsHalved() throws Exception {
    assertThat(call("yes 'aä€😀' | head -n 20000").answerOf(bash)).doesNotContain("\uFFFD");
  }

  @Test
  void aCommandThatLeavesWorkBehindIsNotWaitedFor() throws Exception {
    var answer = call("sleep 300 & echo $!").answerOf(bash);
    var pid = Long.parseLong(answer.lines().findFirst().orElseThrow());
    var left = ProcessHandle.of(pid).orElseThrow();
    try {
      assertThat(answer)
          .isEqualTo(
              pid
                  + "\n[something still runs in the background; what it prints from now on is lost."
                  + " Send its output to a file next time.]\n");
      assertThat(ProcessTree.isRunning(left)).isTrue();
    } finally {
      left.destroyForcibly();
    }
  }

  @Test
  void whatIsPrintedJustAfterTheEndIsStillHeard() throws Exception {
    var patient = new BashTool(withDrain(Duration.ofSeconds(30)));
    assertThat(call("(sleep 0.1; echo late) & echo early").answerOf(patient))
        .isEqualTo("early\nlate\n");
  }

  @Test
  void secretsStayAtHome() {
    var environment =
        new HashMap<>(
            Map.of(
                "PATH", "/bin",
                "HOME", "/root",
                "ANTHROPIC_API_KEY", "k",
                "github_token", "t",
                "DB_PASSWORD", "p",
                "AWS_SECRET_ACCESS", "s",
                "GOOGLE_APPLICATION_CREDENTIALS", "c",
                "PGPASSWD", "p"));
    ShellEnvironment.scrub(environment);
    assertThat(environment).containsOnlyKeys("PATH", "HOME");
  }

  @Test
  void argumentsThatDoNotFitAreExplained() throws Exception {
    assertThat(call(" ").failureOf(bash))
        .isEqualTo("The command is empty or has a zero character. Give one shell command.");
    assertThat(TestCall.in(workspace, Map.of("command", "true", "timeout", 601)).failureOf(bash))
        .isEqualTo("`timeout` must be a whole number from 1 to 600.");
  }

  @Test
  void rulesAndPeopleSeeTheCommandItself() {
    assertThat(bash.subjects(call("make test"))).containsExactly(new Subject.Shell("make test"));
    assertThat(bash.preview(call("make test"))).isEqualTo("make test");
  }

  private static ShellTimes withDrain(Duration drain) {
    var times = ShellTimes.DEFAULT;
    return new ShellTimes(
        times.timeout(), times.maxTimeout(), times.grace(), times.cancelGrace(), drain);
  }

  private TestCall call(String command) {
    return TestCall.in(workspace, Map.of("command", command));
  }
}
