package dev.drover.store.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Another process with the same class path. It ends at the latest when this is closed.
final class ForkedJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private ForkedJvm(Process process) {
    this.process = process;
    this.output = new BufferedReader(process.inputReader(StandardCharsets.UTF_8));
  }

  static ForkedJvm run(Class<?> main, String... args) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(args));
    var builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    return new ForkedJvm(builder.start());
  }

  /// The next line it prints; waits for it.
  String readLine() throws IOException {
    var line = output.readLine();
    if (line == null) {
      throw new IOException("the other process has ended");
    }
    return line;
  }

  /// Ends it as `kill -9` does. Its output can still be read, which [Process#destroyForcibly] would
  /// not allow.
  void kill() throws InterruptedException {
    process.toHandle().destroyForcibly();
    process.waitFor(10, TimeUnit.SECONDS);
  }

  /// Its unread output, after it has ended. An incomplete line is left out.
  List<String> rest() throws IOException {
    var rest = new StringBuilder();
    for (int c = output.read(); c >= 0; c = output.read()) {
      rest.append((char) c);
    }
    var whole = rest.substring(0, rest.lastIndexOf("\n") + 1);
    return whole.lines().toList();
  }

  /// Waits for its end.
  int exitCode() throws InterruptedException {
    return process.waitFor(30, TimeUnit.SECONDS) ? process.exitValue() : -1;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
