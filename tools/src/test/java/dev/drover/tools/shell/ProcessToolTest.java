package dev.drover.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.conformance.ToolTestSession;
import dev.drover.spi.tool.CallSubject;
import dev.drover.tools.TestCall;
import dev.drover.tools.sandbox.ShellOptions.Confinement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("D11")
@Execution(ExecutionMode.CONCURRENT)
final class ProcessToolTest {
  /// Short waits, so that the tests are fast.
  private static final ShellTimeouts TIMES =
      new ShellTimeouts(
          Duration.ofSeconds(120),
          Duration.ofSeconds(600),
          Duration.ofSeconds(10),
          Duration.ofMillis(300),
          Duration.ofMillis(250),
          Duration.ofMillis(100));

  private final BashTool bash = TestShells.bash(Confinement.OFF, TIMES);
  private final ProcessTool process = new ProcessTool(bash);
  @TempDir Path workspace;
  private ToolTestSession session = new ToolTestSession(Path.of("/"));

  @BeforeEach
  void open() {
    session = new ToolTestSession(workspace);
  }

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void aLongRunningCommandContinuesAsAProcess() throws Exception {
    var started =
        bash(
            Map.of(
                "command",
                "echo one; until [ -e go ]; do sleep 0.01; done; echo two; exit 3",
                "yield",
                1));
    assertThat(started)
        .isEqualTo(
            "one\n[p1 runs since 1 seconds and goes on until 120. See more with process: action"
                + " poll, id p1]\n");
    assertThat(process(Map.of("action", "poll", "id", "p1")))
        .isEqualTo("[no output]\n[p1 is running]\n");
    assertThat(bash(Map.of("command", "touch go"))).isEqualTo("[no output]\n");

    assertThat(pollToTheEnd("p1"))
        .startsWith("two\n")
        .endsWith("[p1 has ended with exit code 3]\n");
    assertThat(failureOf(Map.of("action", "poll", "id", "p1")))
        .isEqualTo(
            "There is no process 'p1': its end was told before, or it died with the runtime that"
                + " had started it. See what runs with action list, or start it again with bash.");
  }

  @Test
  void aBackgroundProcessAcceptsInput() throws Exception {
    assertThat(
            bash(
                Map.of(
                    "command", "while read x; do echo got $x; done; echo end", "background", true)))
        .isEqualTo(
            "[no output]\n[p1 runs in the background. See more with process: action poll, id p1;"
                + " others: write, kill]\n");
    assertThat(process(Map.of("action", "write", "id", "p1", "input", "a\n", "wait", 30)))
        .isEqualTo("got a\n[p1 is running]\n");
    assertThat(process(Map.of("action", "write", "id", "p1", "input", "ä", "wait", 0)))
        .isEqualTo("[no output]\n[p1 is running]\n");
    assertThat(process(Map.of("action", "write", "id", "p1", "input", "\n", "wait", 30)))
        .isEqualTo("got ä\n[p1 is running]\n");
    var closed = process(Map.of("action", "close", "id", "p1", "wait", 30));
    assertThat(closed.contains("has ended") ? closed : closed + pollToTheEnd("p1"))
        .contains("end\n")
        .endsWith("[p1 has ended with exit code 0]\n");
  }

  @Test
  @Tag("D12")
  void aSandboxedProcessAcceptsInput() throws Exception {
    var confined = TestShells.bash(Confinement.REQUIRED, TIMES);
    TestCall.in(session, Map.of("command", "read x; echo got $x", "background", true))
        .answerOf(confined);
    assertThat(
            process(Map.of("action", "write", "id", "p1", "input", "a\n", "wait", 0))
                + pollToTheEnd("p1"))
        .contains("got a\n")
        .endsWith("[p1 has ended with exit code 0]\n");
  }

  @Test
  void killingAProcessKillsItsDescendants() throws Exception {
    var family = ProcessTreeCommand.another();
    bash(Map.of("command", family.command(), "background", true));
    family.assertAllAlive();
    assertThat(process(Map.of("action", "list"))).startsWith("p1 is running: sleep ");
    assertThat(process(Map.of("action", "kill", "id", "p1")))
        .endsWith("[p1 was killed, with all it had started]\n");
    family.assertDead();
    assertThat(process(Map.of("action", "list"))).isEqualTo("[no processes]\n");
  }

  @ParameterizedTest
  @EnumSource(
      value = Confinement.class,
      names = {"OFF", "REQUIRED"})
  void aProcessMayCleanUpBeforeItEnds(Confinement confinement) throws Exception {
    var patient = TestShells.bash(confinement, with(Duration.ofSeconds(30), TIMES.drain()));
    var tidy = "trap 'echo tidied; exit 0' TERM; echo ready; while :; do sleep 0.02; done";
    var start = TestCall.in(session, Map.of("command", tidy, "background", true));
    var answer = start.answerOf(patient);
    if (!answer.startsWith("ready\n")) {
      process(Map.of("action", "poll", "id", "p1", "wait", 30));
    }
    var kill = TestCall.in(session, Map.of("action", "kill", "id", "p1"));
    assertThat(kill.answerOf(new ProcessTool(patient)))
        .contains("tidied\n")
        .endsWith("[p1 was killed, with all it had started]\n");
  }

  @ParameterizedTest
  @EnumSource(
      value = Confinement.class,
      names = {"OFF", "REQUIRED"})
  void aProcessThatIgnoresTerminationIsKilled(Confinement confinement) throws Exception {
    var family = ProcessTreeCommand.another();
    var stubborn = "trap '' TERM; while :; do %s & wait; done".formatted(family.sleeper());
    TestCall.in(session, Map.of("command", stubborn, "background", true))
        .answerOf(TestShells.bash(confinement, TIMES));
    assertThat(process(Map.of("action", "kill", "id", "p1")))
        .isEqualTo("[no output]\n[p1 was killed, with all it had started]\n");
    family.assertDead();
  }

  @Test
  @Tag("B5")
  void processesEndWithTheSession() throws Exception {
    var family = ProcessTreeCommand.another();
    bash(Map.of("command", family.command(), "background", true));
    family.assertAllAlive();
    session.close();
    family.assertDead();
    assertThat(TestCall.in(session, Map.of("command", family.sleeper())).failureOf(bash))
        .isEqualTo("The session is being closed; nothing is started any more.");
    family.assertDead();
  }

  @Test
  void aProcessStillHasItsTimeout() throws Exception {
    bash(Map.of("command", "sleep 600", "yield", 1, "timeout", 2));
    assertThat(pollToTheEnd("p1"))
        .isEqualTo("[no output]\n[p1 was stopped after 2 seconds, with all it had started]\n");
  }

  @Test
  void aProcessThatCannotStartIsReportedAtOnce() throws Exception {
    var exit = TestCall.in(session, Map.of("command", "exit 7", "background", true));
    assertThat(
            exit.answerOf(
                TestShells.bash(Confinement.OFF, with(TIMES.grace(), Duration.ofSeconds(30)))))
        .isEqualTo("[no output]\n[exit code 7]\n");
  }

  @Test
  void aProcessThatDoesNotReadDoesNotBlockTheWriter() throws Exception {
    bash(Map.of("command", "sleep 600", "background", true));
    var much =
        Map.<String, Object>of(
            "action", "write", "id", "p1", "input", "x".repeat(60_000), "wait", 0);
    process(much);
    process(much);
    assertThat(failureOf(much))
        .isEqualTo("Process p1 has not read yet what was written before. Poll it, or kill it.");
    assertThat(process(Map.of("action", "kill", "id", "p1"))).contains("was killed");
  }

  @Test
  void writingToAProcessWithoutInputExplainsHowToOpenIt() throws Exception {
    bash(Map.of("command", "sleep 600", "yield", 1));
    assertThat(failureOf(Map.of("action", "write", "id", "p1", "input", "x")))
        .isEqualTo("Process p1 has no input. Start it again with bash and background: true.");
  }

  @Test
  @Tag("D3")
  void outputThatWasLeftOutCanBeReadAtTheEnd() throws Exception {
    bash(
        Map.of(
            "command",
            "read x; seq 1 1000000; touch printed; read x; echo end",
            "background",
            true));
    var shown = process(Map.of("action", "write", "id", "p1", "input", "\n", "wait", 0));
    var never = new CountDownLatch(1);
    while (!Files.exists(workspace.resolve("printed"))) {
      assertThat(never.await(10, TimeUnit.MILLISECONDS)).isFalse();
    }
    // In two pieces, of which only a little can still be in transit: one of them is too long.
    shown += process(Map.of("action", "poll", "id", "p1", "wait", 10));
    assertThat(shown).contains("bytes left out; all of it can be read when the process has ended");
    var last = process(Map.of("action", "write", "id", "p1", "input", "\n", "wait", 10));
    // The note about omitted output also mentions the end.
    last = last.endsWith("is running]\n") ? last + pollToTheEnd("p1") : last;
    assertThat(last).contains("end\n").contains("read it with the artifact tool: artifact ");
  }

  @Test
  void theNumberOfProcessesInASessionIsLimited() throws Exception {
    TestCall.in(session, Map.of()).shared(SessionProcesses.class, () -> new SessionProcesses(2));
    bash(Map.of("command", "sleep 600", "background", true));
    bash(Map.of("command", "sleep 600", "background", true));
    assertThat(TestCall.in(session, Map.of("command", "touch ran")).failureOf(bash))
        .isEqualTo(
            "2 commands are running, as many as a session may have. See them with process and"
                + " action list, and end one with action kill.");
    assertThat(workspace.resolve("ran")).doesNotExist();
    process(Map.of("action", "kill", "id", "p2"));
    assertThat(bash(Map.of("command", "echo again"))).isEqualTo("again\n");
  }

  @Test
  void rulesAndPreviewsShowTheInput() {
    var write = TestCall.in(session, Map.of("action", "write", "id", "p1", "input", "yes\n"));
    assertThat(process.subjects(write)).containsExactly(new CallSubject.Plain("write p1 yes"));
    assertThat(process.preview(write)).isEqualTo("write p1 yes");
  }

  private static ShellTimeouts with(Duration grace, Duration drain) {
    return new ShellTimeouts(
        TIMES.timeout(), TIMES.maxTimeout(), TIMES.yield(), grace, TIMES.cancelGrace(), drain);
  }

  /// All output up to the end, with the notes in between.
  private String pollToTheEnd(String id) throws Exception {
    var text = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      var answer = process(Map.of("action", "poll", "id", id, "wait", 10));
      if (!answer.endsWith("[%s is running]\n".formatted(id))) {
        return text + answer;
      }
      text.append(answer);
    }
    throw new AssertionError(id + " does not end: " + text);
  }

  private String bash(Map<String, Object> arguments) throws Exception {
    return TestCall.in(session, arguments).answerOf(bash);
  }

  private String process(Map<String, Object> arguments) throws Exception {
    return TestCall.in(session, arguments).answerOf(process);
  }

  private String failureOf(Map<String, Object> arguments) throws Exception {
    return TestCall.in(session, arguments).failureOf(process);
  }
}
