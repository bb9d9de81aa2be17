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

/// Looks for a sandbox and tries it.
final class Probed {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /// From the best to what older kernels and programs still do.
  private static final List<List<String>> NAMESPACES =
      List.of(List.of("--unshare-user", "--disable-userns"), List.of("--unshare-user"), List.of());

  /// Says so only if it may write here and not elsewhere.
  private static final String TRIAL = "test -w . && ! test -w /etc && echo ok";

  /// A fact about the machine, not a state of ours. Last, because finding it out needs the others.
  static final Sandbox ONCE = on(new ProcessBuilder().environment());

  private Probed() {}

  /// @param environment where to look for programs
  static Sandbox on(Map<String, String> environment) {
    var program = find(environment.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin"));
    if (program.isEmpty()) {
      return new Sandbox.Missing(
          "bubblewrap is not installed; install the package bubblewrap (Debian, Ubuntu, Fedora,"
              + " Arch), it needs Linux");
    }
    try {
      return tried(program.get());
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

  private static Sandbox tried(Path program) throws IOException, InterruptedException {
    var version = said(List.of(program.toString(), "--version")).text().strip();
    var reasons = new ArrayList<String>();
    try (var workspace = PrivateTemp.create();
        var temp = PrivateTemp.create()) {
      var home = Path.of("/nonexistent");
      var room = new Sandbox.Room(workspace.folder(), temp.folder(), home, List.of());
      for (var namespaces : NAMESPACES) {
        var sandbox = new Sandbox.Bubblewrap(program, version, namespaces);
        var line = new ArrayList<>(sandbox.around(room, ShellOptions.DEFAULT));
        line.addAll(List.of("sh", "-c", TRIAL));
        var said = said(line);
        if (said.code() == 0 && said.text().equals("ok\n")) {
          return sandbox;
        }
        reasons.add(said.text().strip());
      }
    } catch (Unprotectable impossible) {
      throw new IllegalStateException("an empty folder has nothing to protect", impossible);
    }
    return new Sandbox.Missing(
        "%s is installed but does not work here (%s); allow user namespaces, or the container around this process to make them"
            .formatted(version, reasons.getFirst()));
  }

  private record Said(int code, String text) {}

  private static Said said(List<String> line) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    if (!process.waitFor(LIMIT)) {
      process.destroyForcibly();
      return new Said(-1, "no answer within %d seconds".formatted(LIMIT.toSeconds()));
    }
    return new Said(process.exitValue(), process.inputReader().readAllAsString());
  }
}
