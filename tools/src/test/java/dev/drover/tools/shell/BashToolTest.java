package dev.drover.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.tool.CallSubject;
import dev.drover.tools.TestCall;
import dev.drover.tools.sandbox.ShellOptions.Confinement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("D11")
@ParameterizedClass
@EnumSource(
    value = Confinement.class,
    names = {"OFF", "REQUIRED"})
@Execution(ExecutionMode.CONCURRENT)
final class BashToolTest {
  private static final String STOPPED =
      "[what it had left running in the background was stopped. To keep something running, start"
          + " it with background: true]\n";

  private final Confinement confinement;
  @TempDir Path workspace;
  @AutoClose private final ShellTestSessions sessions = new ShellTestSessions();
  private final BashTool bash;

  BashToolTest(Confinement confinement) {
    this.confinement = confinement;
    this.bash = TestShells.bash(confinement);
  }

  @BeforeEach
  void resolveLinks() throws Exception {
    workspace = workspace.toRealPath();
  }

  @Test
  void outputAndErrorsAreShownInTheOrderPrinted() throws Exception {
    assertThat(call("echo a; echo b >&2; echo c; printf d").answerOf(bash))
        .isEqualTo("a\nb\nc\nd\n");
  }

  @Test
  @Tag("A12")
  @Tag("J3")
  void aWatcherThatThrowsDoesNotLoseOutput() throws Exception {
    var broken =
        call("seq 30000; exit 3")
            .watchedBy(
                _ -> {
                  throw new NoClassDefFoundError();
                });
    assertThat(broken.answerOf(bash)).contains("29999\n30000\n").endsWith("[exit code 3]\n");
  }

  @Test
  void aCommandRunsInTheWorkspace() throws Exception {
    assertThat(call("pwd").answerOf(bash)).isEqualTo(workspace + "\n");
  }

  @Test
  void theShellIsBash() throws Exception {
    assertThat(call("[[ ab == a* ]] && echo \"${BASH_VERSION:+bash}\"").answerOf(bash))
        .isEqualTo("bash\n");
  }

  @Test
  void aNonzeroExitCodeIsAnAnswer() throws Exception {
    assertThat(call("echo no; exit 3").answerOf(bash)).isEqualTo("no\n[exit code 3]\n");
    assertThat(call("kill -9 $$").answerOf(bash)).isEqualTo("[no output]\n[exit code 137]\n");
    assertThat(call("true").answerOf(bash)).isEqualTo("[no output]\n");
  }

  @Test
  void theStandardInputIsEmpty() throws Exception {
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
  void noCharacterOfALongOutputIsCutInTwo() throws Exception {
    assertThat(call("yes 'aä€😀' | head -n 20000").answerOf(bash)).doesNotContain("\uFFFD");
  }

  @Test
  void backgroundProcessesOfACommandAreStopped() throws Exception {
    var sleeper = ProcessTreeCommand.another().sleeper();
    assertThat(call(sleeper + " & echo done").answerOf(bash)).isEqualTo("done\n" + STOPPED);
    assertThat(call("nohup %s >/dev/null 2>&1 & echo done".formatted(sleeper)).answerOf(bash))
        .isEqualTo("done\n" + STOPPED);
    assertThat(TestShells.running(sleeper)).isEmpty();
  }

  @Test
  void outputPrintedJustAfterTheEndIsKept() throws Exception {
    var patient = TestShells.bash(confinement, withDrain(Duration.ofSeconds(30)));
    assertThat(call("(sleep 0.1; echo late) & echo early").answerOf(patient))
        .isEqualTo("early\nlate\n");
    assertThat(call("echo hello > >(sleep 0.1; cat)").answerOf(patient)).isEqualTo("hello\n");
  }

  @Test
  @Tag("D3")
  void binaryOutputIsNotShownButTheExitCodeIs() throws Exception {
    assertThat(call("head -c 100000 /dev/zero; exit 4").answerOf(bash))
        .isEqualTo(
            "[100000 bytes that are no text, and so are not shown; send them to a file, or through"
                + " xxd or iconv]\n[exit code 4]\n");
    assertThat(call("gzip -c /bin/sh").answerOf(bash)).contains("bytes that are no text");
    assertThat(call("printf 'a name\\0another name\\0'").answerOf(bash))
        .isEqualTo("a name\uFFFDanother name\uFFFD\n");
  }

  @Test
  void aCommandThatKillsItsShellIsReported() throws Exception {
    assertThat(call("echo a; kill -9 $PPID; sleep 60").failureOf(bash))
        .startsWith("a\n[the shell around the command was killed")
        .endsWith("it may have been done in part]");
  }

  @Test
  void invalidArgumentsAreExplained() throws Exception {
    assertThat(call(" ").failureOf(bash))
        .isEqualTo("The command is empty or has a zero character. Give one shell command.");
    assertThat(call("echo " + "x".repeat(120_000)).failureOf(bash))
        .isEqualTo(
            "The command is longer than 120000 bytes. Write a script with the tool write and run"
                + " that.");
    assertThat(call("echo " + "x".repeat(119_995)).answerOf(bash)).contains("bytes left out");
    assertThat(sessions.call(workspace, Map.of("command", "true", "timeout", 601)).failureOf(bash))
        .isEqualTo("`timeout` must be a whole number from 1 to 600.");
  }

  @Test
  void rulesAndPreviewsShowTheCommandItself() {
    assertThat(bash.subjects(call("make test")))
        .containsExactly(new CallSubject.Shell("make test"));
    assertThat(bash.preview(call("make test"))).isEqualTo("make test");
  }

  @Test
  @Tag("E2")
  void rulesSeeTheFileThatAPathInTheCommandLeadsTo() throws Exception {
    Files.createDirectories(workspace.resolve("secret"));
    Files.createDirectories(workspace.resolve("out"));
    Files.createSymbolicLink(workspace.resolve("out/s"), Path.of("../secret"));
    Files.createSymbolicLink(workspace.resolve("e"), Path.of(".env"));
    Files.createSymbolicLink(workspace.resolve("away"), Path.of("/etc"));
    var call = call("true");
    assertThat(bash.target(call, "out/s/f")).contains("secret/f");
    assertThat(bash.target(call, "e")).contains(".env");
    assertThat(bash.target(call, "away/passwd")).contains("/etc/passwd");
    assertThat(bash.target(call, "out/new")).contains("out/new");
  }

  private static ShellTimeouts withDrain(Duration drain) {
    var times = ShellTimeouts.DEFAULT;
    return new ShellTimeouts(
        times.timeout(),
        times.maxTimeout(),
        times.yield(),
        times.grace(),
        times.cancelGrace(),
        drain);
  }

  private TestCall call(String command) {
    return sessions.call(workspace, Map.of("command", command));
  }
}
