package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Ctrl-C at any moment of a real process: the run is cancelled in the journal, or there is none.
@Tag("B4")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class CtrlCTest {
  private static final int DEADLINE_SECONDS = 60;
  private static final String SCRIPT =
      "turns: [{text: one two three four five six seven eight, pause: 10s}]";

  @TempDir Path place;

  @BeforeEach
  void script() throws IOException {
    Files.writeString(place.resolve("s.yaml"), SCRIPT);
  }

  private Process start(String... args) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath(),
                "dev.drover.cli.Main"));
    command.addAll(List.of(args));
    var builder = new ProcessBuilder(command).directory(place.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("DROVER_"));
    builder.environment().remove("XDG_CONFIG_HOME");
    builder.environment().put("HOME", place.toString());
    builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
    return builder.start();
  }

  /// The process runs in another folder.
  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /// Reads the program's output up to this mark or to its end.
  private static String read(InputStream from, String mark) throws IOException {
    var seen = new StringBuilder();
    int next;
    while (seen.indexOf(mark) < 0 && (next = from.read()) >= 0) {
      seen.append((char) next);
    }
    return seen.toString();
  }

  private static void interrupt(Process process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
        .redirectError(Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private String runs(String session) throws IOException, InterruptedException {
    var process = start("runs", session, "--json");
    return read(process.getInputStream(), "\0");
  }

  /// @param before the output that was already read
  private void assertCancelled(Process process, String session, String before)
      throws IOException, InterruptedException {
    var out = before + read(process.getInputStream(), "\0");
    assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).as(out).isTrue();
    assertThat(process.exitValue()).as(out).isEqualTo(130);
    assertThat(out).doesNotContain("store_closed", "run_not_driven", "internal_error");
    if (out.contains("cancelled by")) {
      assertThat(runs(session)).contains("\"status\":\"cancelled\"");
    } else {
      assertThat(runs(session)).as(out).containsAnyOf("session_not_found", "store_not_found");
    }
  }

  @Test
  void anInterruptRightAfterTheFirstLineCancelsTheRunOrLeavesNone() throws Exception {
    for (int i = 0; i < 3; i++) {
      var process = start("run", "--script", "s.yaml", "--session", "a" + i, "count");
      var seen = read(process.getInputStream(), "model script/s");
      interrupt(process);
      assertCancelled(process, "a" + i, seen);
    }
  }

  @Test
  void anInterruptRightAfterTheHeadingOfAResumedRunCancelsIt() throws Exception {
    var first = start("run", "--script", "s.yaml", "--session", "a", "count");
    read(first.getInputStream(), "one");
    first.destroyForcibly().waitFor();
    var second = start("resume", "a", "--script", "s.yaml");
    var seen = read(second.getInputStream(), "session a");
    interrupt(second);
    assertCancelled(second, "a", seen);
  }

  @ParameterizedTest
  @ValueSource(strings = {"model script/s", "one"})
  void theSecondInterruptExitsAtOnceAndSaysHowToResume(String mark) throws Exception {
    var process = start("run", "--script", "s.yaml", "--session", "a", "count");
    var seen = read(process.getInputStream(), mark);
    interrupt(process);
    interrupt(process);
    var out = seen + read(process.getInputStream(), "\0");
    assertThat(process.waitFor()).isEqualTo(130);
    assertThat(out).doesNotContain("store_closed", "run_not_driven", "internal_error");
    var runs = runs("a");
    // Also between the creation of the session and the acceptance of the prompt: there is no run.
    if (!runs.isEmpty()
        && !runs.contains("\"status\":\"cancelled\"")
        && !runs.contains("session_not_found")) {
      assertThat(out).contains("drover resume a --script s.yaml");
      assertThat(runs).contains("a process to drive it");
    }
  }

  @Test
  @Tag("long")
  @Timeout(value = 600, unit = TimeUnit.SECONDS)
  void anInterruptAtAnyMomentCancelsTheRunOrLeavesNone() throws Exception {
    var random = new Random(10);
    for (int i = 0; i < 60; i++) {
      var process = start("run", "--script", "s.yaml", "--session", "r" + i, "count");
      // Without the interrupt the run takes 80 seconds.
      process.waitFor(random.nextLong(3_000), TimeUnit.MILLISECONDS);
      interrupt(process);
      assertCancelled(process, "r" + i, "");
    }
  }
}
