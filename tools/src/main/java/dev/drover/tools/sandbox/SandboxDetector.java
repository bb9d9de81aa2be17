package dev.drover.tools.sandbox;

import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds a sandbox program and tries it.
final class SandboxDetector {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /// From the best options to those that older kernels and programs support.
  private static final List<List<String>> NAMESPACES =
      List.of(List.of("--unshare-user", "--disable-userns"), List.of("--unshare-user"), List.of());

  /// Prints `ok` only if this folder is writable and others are not.
  private static final String TRIAL = "test -w . && ! test -w /etc && echo ok";

  /// A property of the machine, not state of ours. Initialized last, because detection uses the
  /// other fields.
  static final Sandbox DETECTED = detect(new ProcessBuilder().environment());

  private SandboxDetector() {}

  /// @param environment whose PATH is searched for programs
  static Sandbox detect(Map<String, String> environment) {
    var program = find(environment.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin"));
    if (program.isEmpty()) {
      return new Sandbox.Missing(
          "bubblewrap is not installed; install the package bubblewrap (Debian, Ubuntu, Fedora,"
              + " Arch), it needs Linux");
    }
    try {
      return probe(program.get());
    } catch (IOException broken) {
      return new Sandbox.Missing("bubblewrap could not be tried: " + IoErrors.describe(broken));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new Sandbox.Missing("bubblewrap could not be tried: interrupted");
    }
  }

  private static Optional<Path> find(String path) {
    return Pattern.compile(":")
        .splitAsStream(path)
        .map(Path::of)
        .filter(Path::isAbsolute)
        .map(folder -> folder.resolve("bwrap"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Sandbox probe(Path program) throws IOException, InterruptedException {
    var version = runProgram(List.of(program.toString(), "--version")).text().strip();
    var reasons = new ArrayList<String>();
    try (var workspace = PrivateTempFolder.create();
        var temp = PrivateTempFolder.create()) {
      var home = Path.of("/nonexistent");
      var commandPaths =
          new Sandbox.CommandPaths(workspace.folder(), temp.folder(), home, List.of());
      for (var namespaces : NAMESPACES) {
        var sandbox = new Sandbox.Bubblewrap(program, version, namespaces);
        var line = new ArrayList<>(sandbox.commandPrefix(commandPaths, ShellOptions.DEFAULT));
        line.addAll(List.of("sh", "-c", TRIAL));
        var said = runProgram(line);
        if (said.code() == 0 && said.text().equals("ok\n")) {
          return sandbox;
        }
        reasons.add(said.text().strip());
      }
    } catch (SandboxRefusal impossible) {
      throw new IllegalStateException("an empty folder has nothing to protect", impossible);
    }
    return new Sandbox.Missing(
        "%s is installed but does not work here (%s); allow user namespaces, or the container around this process to make them"
            .formatted(version, reasons.getFirst()));
  }

  private record ProgramOutput(int code, String text) {}

  private static ProgramOutput runProgram(List<String> line)
      throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    if (!process.waitFor(LIMIT)) {
      process.destroyForcibly();
      return new ProgramOutput(-1, "no answer within %d seconds".formatted(LIMIT.toSeconds()));
    }
    return new ProgramOutput(process.exitValue(), process.inputReader().readAllAsString());
  }
}
