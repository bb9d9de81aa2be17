package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Real processes, real signals.
@Timeout(value = 180, unit = TimeUnit.SECONDS)
@Execution(ExecutionMode.CONCURRENT)
class RealProcessTest {
  private static final int DEADLINE_SECONDS = 120;

  @TempDir Path place;

  private final List<String> jvmOptions = new ArrayList<>();

  /// A background build may ignore Ctrl-C, and so would its children: a process inherits the
  /// ignored signals of its parent, and the JVM keeps them.
  private static List<String> heedingCtrlC() throws IOException, InterruptedException {
    var heeding = List.of("env", "--default-signal=INT");
    var trial = new ArrayList<>(heeding);
    trial.add("true");
    int exit = new ProcessBuilder(trial).redirectError(Redirect.DISCARD).start().waitFor();
    return exit == 0 ? heeding : List.of();
  }

  private Process start(String... args) throws IOException, InterruptedException {
    var command = new ArrayList<>(heedingCtrlC());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("dev.drover.cli.Main");
    command.addAll(List.of(args));
    var builder = new ProcessBuilder(command).directory(place.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("DROVER_"));
    builder.environment().keySet().remove("XDG_CONFIG_HOME");
    builder.environment().put("HOME", place.toString());
    builder.environment().put("TMPDIR", place.toString());
    var process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  private record Result(int exit, String out) {}

  private static Result ended(Process process) throws IOException, InterruptedException {
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    return new Result(process.waitFor(), out);
  }

  private Result call(String... args) throws IOException, InterruptedException {
    return ended(start(args));
  }

  /// Reads until the program has printed this.
  private static void awaitPrinted(Process process, String mark) throws IOException {
    var seen = new StringBuilder();
    while (seen.indexOf(mark) < 0) {
      int next = process.getInputStream().read();
      assertThat(next).as("the program ended too early: " + seen).isNotNegative();
      seen.append((char) next);
    }
  }

  private void signal(Process process, String name) throws IOException, InterruptedException {
    var kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  @Test
  void theCrashDemoKillsAProcessAndResumesInAnother() throws Exception {
    var result = call("demo", "--crash");
    assertThat(result.out())
        .contains("kill -9 ", "(exit code 137)")
        .contains("↻ this process goes on with the run; without an outcome: bash sh publish.sh")
        .contains("✗ outcome unknown: the process died while the call was under way")
        .contains("3 passed", "✓ completed")
        .contains("✓ published.txt has 1 line: nothing was lost, and nothing happened twice.");
    assertThat(result.exit()).isZero();
  }

  @Test
  void aRunIsParkedAnsweredAndFinishedInThreeProcesses() throws Exception {
    Files.writeString(place.resolve("s.yaml"), CliScripts.WRITE);
    assertThat(call("run", "--script", "s.yaml", "--session", "a", "write").exit()).isEqualTo(3);
    assertThat(call("approve", "a.e2").exit()).isZero();
    assertThat(place.resolve("note.txt")).doesNotExist();
    var resumed = call("resume", "--script", "s.yaml");
    assertThat(resumed.out()).contains("Done.", "✓ completed");
    assertThat(resumed.exit()).isZero();
    assertThat(place.resolve("note.txt")).hasContent("hello");
  }

  @Test
  void aCancelReachesARunThatAnotherProcessDrives() throws Exception {
    Files.writeString(
        place.resolve("s.yaml"),
        """
        turns:
          - calls:
              - {tool: bash, args: {command: "until [ -e go ]; do sleep 0.1; done"}}
          - text: "Done."
        """);
    var own = Files.createDirectories(place.resolve(".config/drover"));
    Files.writeString(own.resolve("config.yaml"), "allow: [bash]");
    var running = start("run", "--script", "s.yaml", "--session", "a", "wait");
    awaitPrinted(running, "until");
    var cancelled = call("cancel", "a");
    assertThat(cancelled.out()).startsWith("✓ cancelled r-");
    assertThat(ended(running).exit()).isEqualTo(130);
  }

  @Test
  void ctrlCCancelsTheRunInTheJournal() throws Exception {
    Files.writeString(place.resolve("s.yaml"), CliScripts.ENDLESS);
    var running = start("run", "--script", "s.yaml", "--session", "a", "count");
    awaitPrinted(running, "one ");
    signal(running, "INT");
    assertThat(ended(running).exit()).isEqualTo(130);
    assertThat(call("runs", "a", "--json").out()).contains("\"status\":\"cancelled\"");
  }

  @Test
  void aTerminatedProcessLeavesItsRunToBeResumed() throws Exception {
    Files.writeString(place.resolve("s.yaml"), CliScripts.ENDLESS);
    var running = start("run", "--script", "s.yaml", "--session", "a", "count");
    awaitPrinted(running, "one ");
    signal(running, "TERM");
    assertThat(ended(running).exit()).isEqualTo(143);
    assertThat(call("runs", "a", "--json").out())
        .contains("\"status\":\"waiting\"", "\"waiting_for\":\"a process to drive it\"");
  }

  @Test
  void aTerminatedProcessLetsItsCallEndFirst() throws Exception {
    Files.writeString(
        place.resolve("s.yaml"),
        """
        turns:
          - calls:
              - {tool: bash, args: {command: "until [ -e go ]; do sleep 0.1; done; echo paid >> paid"}}
          - text: "Done."
        """);
    var own = Files.createDirectories(place.resolve(".config/drover"));
    Files.writeString(own.resolve("config.yaml"), "allow: [bash]");
    var running = start("run", "--script", "s.yaml", "--session", "a", "wait");
    awaitPrinted(running, "until");
    signal(running, "TERM");
    Files.createFile(place.resolve("go"));
    assertThat(ended(running).exit()).isEqualTo(143);
    assertThat(call("resume", "--script", "s.yaml").out())
        .contains("✓ completed")
        .doesNotContain("unknown");
    assertThat(Files.readAllLines(place.resolve("paid"))).containsExactly("paid");
  }

  @Test
  void onlyAConversationOnATerminalLoadsTheLineEditor() throws Exception {
    Files.writeString(place.resolve("s.yaml"), CliScripts.LOOK);
    jvmOptions.add("-verbose:class");
    assertThat(call("run", "--script", "s.yaml", "look").out())
        .contains("dev.drover.cli.command.ChatCommand")
        .doesNotContain("org.jline.");
    assertThat(call("chat", "--script", "s.yaml").out())
        .contains("dev.drover.cli.chat.PipedChatTerminal")
        .doesNotContain("org.jline.");
  }
}
