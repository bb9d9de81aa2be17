package dev.drover.fuzz.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Runs lines with the real bash, where no harm is possible and every program is a tripwire.
///
/// Bubblewrap gives it its own namespaces, no network, and a workspace in memory as the only
/// writable folder. All programs in `/bin` are links to `tripwire.sh`; some of them continue as the
/// real program, the others do nothing. Many lines share one sandbox, because creating one takes
/// longer than running a line in it; each line finds the same workspace.
final class TripwireSandbox {
  private static final long SECONDS_FOR_A_BATCH = 600;

  /// Programs that only log that they were started.
  private static final List<String> STAND_INS =
      List.of(
          "rm",
          "touch",
          "git",
          "git-push",
          "kubectl",
          "npm",
          "ls",
          "echo",
          "chroot",
          "sudo",
          "doas",
          "parallel",
          "watch",
          "strace",
          "ltrace",
          "script",
          "systemd-run",
          "perf",
          "unbuffer",
          "start-stop-daemon",
          "catchsegv",
          "ssh",
          "python3",
          "node",
          "perl",
          "vim");

  /// Programs that start others, or write files; one that is not installed becomes a stand-in.
  private static final List<String> REAL =
      List.of(
          "bash", "rbash", "sh", "dash", "env", "xargs", "find", "cat", "sed", "awk", "tar", "sort",
          "make", "tee", "nohup", "nice", "timeout", "setsid", "stdbuf", "ionice", "chrt",
          "taskset", "flock", "unshare", "setarch", "linux64", "x86_64", "choom", "prlimit",
          "busybox", "true", "test", "printf");

  private static final List<String> LIBRARIES = List.of("/usr/lib", "/usr/lib64", "/lib", "/lib64");
  private static final Path BINARIES = Path.of("/usr/bin");

  private final Path place;

  /// @param place an empty folder, preferably in memory
  TripwireSandbox(Path place) {
    this.place = place;
    try {
      furnish();
    } catch (IOException unusable) {
      throw new UncheckedIOException(unusable);
    }
  }

  /// The reason why lines cannot be run here; empty if they can.
  static Optional<String> unavailableReason(Path place) {
    if (!Files.isExecutable(BINARIES.resolve("bwrap"))) {
      return Optional.of("there is no bubblewrap here");
    }
    try {
      var traces = new TripwireSandbox(place).run(List.of("ls", "echo a > f; rm x & wait"));
      var expected = List.of("/bin/ls", "/bin/rm x");
      var ran = traces.stream().flatMap(trace -> trace.programs().stream()).map(Object::toString);
      return ran.toList().equals(expected)
          ? Optional.empty()
          : Optional.of("the sandbox does not work here: " + traces);
    } catch (IllegalStateException refused) {
      return Optional.of("bubblewrap does not work here: " + refused.getMessage());
    }
  }

  /// @return the effects of each line, in order
  List<LineTrace> run(List<String> lines) {
    try {
      Files.write(place.resolve("log/lines"), encoded(lines));
      for (var log : List.of("trips", "out")) {
        Files.write(place.resolve("log/" + log), new byte[0]);
      }
      var complaint = place.resolve("complaint");
      var process =
          new ProcessBuilder(command())
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(complaint.toFile())
              .start();
      boolean ended = process.waitFor(SECONDS_FOR_A_BATCH, TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly().waitFor();
      }
      var log = Files.readString(place.resolve("log/trips"), StandardCharsets.ISO_8859_1);
      var traces = TripwireLog.read(log);
      if (traces.size() != lines.size()) {
        throw new IllegalStateException(
            "%d of %d lines were run; %s"
                .formatted(traces.size(), lines.size(), Files.readString(complaint)));
      }
      return traces;
    } catch (IOException unusable) {
      throw new UncheckedIOException(unusable);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while lines were run", interrupted);
    }
  }

  private static byte[] encoded(List<String> lines) {
    var text = new StringBuilder();
    for (var line : lines) {
      text.append(line).append('\0');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void furnish() throws IOException {
    for (var folder : List.of("bin", "log", "fixture/out", "fixture/.git")) {
      Files.createDirectories(place.resolve(folder));
    }
    for (var script : List.of("tripwire.sh", "driver.sh")) {
      Files.writeString(place.resolve(script), ShellText.resource(script));
    }
    Files.writeString(place.resolve("fixture/.env"), "secret of .env\n");
    Files.writeString(place.resolve("fixture/e"), "touch pwned\n");
    Files.writeString(place.resolve("fixture/.git/config"), "[core]\n");
    for (var script : List.of("bin/tripwire", "fixture/evil", "fixture/ls")) {
      Files.writeString(place.resolve(script), ShellText.resource("tripwire.sh"));
      Files.setPosixFilePermissions(
          place.resolve(script), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    for (var name : Stream.concat(STAND_INS.stream(), REAL.stream()).toList()) {
      Files.createSymbolicLink(place.resolve("bin").resolve(name), Path.of("tripwire"));
    }
  }

  private List<String> command() throws IOException {
    var command = new ArrayList<String>();
    command.add(BINARIES.resolve("bwrap").toString());
    command.addAll(List.of("--unshare-all", "--die-with-parent", "--as-pid-1", "--clearenv"));
    for (var library : LIBRARIES) {
      var path = Path.of(library);
      if (Files.isSymbolicLink(path)) {
        command.addAll(List.of("--symlink", Files.readSymbolicLink(path).toString(), library));
      } else if (Files.isDirectory(path)) {
        command.addAll(List.of("--ro-bind", library, library));
      }
    }
    for (var name : REAL) {
      bindReal(command, name, "/real/" + name);
    }
    for (var name : List.of("rm", "cp")) {
      bindReal(command, name, "/driver/" + name);
    }
    boolean hasDash = Files.isExecutable(BINARIES.resolve("dash"));
    bindReal(command, hasDash ? "dash" : "bash", "/real/shell");
    bind(command, "bin", "/bin");
    bind(command, "bin", "/usr/bin");
    bind(command, "fixture", "/driver/fixture");
    bind(command, "driver.sh", "/driver/driver.sh");
    bind(command, "log/lines", "/log/lines");
    // As separate mounts, because no line can delete a mount.
    for (var log : List.of("trips", "out")) {
      command.addAll(List.of("--bind", place.resolve("log/" + log).toString(), "/log/" + log));
    }
    command.addAll(List.of("--dir", "/home"));
    for (var writable : List.of("/w", "/tmp")) {
      command.addAll(List.of("--size", "16777216", "--tmpfs", writable));
    }
    command.addAll(List.of("--proc", "/proc", "--dev", "/dev", "--remount-ro", "/", "--"));
    command.addAll(List.of("/real/bash", "/driver/driver.sh"));
    return command;
  }

  private void bind(List<String> command, String from, String to) {
    command.addAll(List.of("--ro-bind", place.resolve(from).toString(), to));
  }

  private static void bindReal(List<String> command, String name, String to) throws IOException {
    var program = BINARIES.resolve(name);
    if (Files.isExecutable(program)) {
      command.addAll(List.of("--ro-bind", program.toRealPath().toString(), to));
    }
  }
}
