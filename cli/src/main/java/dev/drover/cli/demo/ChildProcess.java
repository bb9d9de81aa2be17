package dev.drover.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A second process of this program, started the way this one was.
public final class ChildProcess {
  private static final int DEADLINE_SECONDS = 120;
  private static final String ENTRY = "dev.drover.cli.Main";

  private final Process process;
  private final BufferedReader printed;

  private ChildProcess(Process process) {
    this.process = process;
    this.printed = process.inputReader(StandardCharsets.UTF_8);
  }

  /// @param home the folder it reads configuration from
  /// @param environment differences in its environment; an empty value removes a variable
  public static ChildProcess start(
      Path home, Map<String, String> environment, List<String> arguments) throws IOException {
    var command = new ArrayList<>(launch());
    command.add(ENTRY);
    command.addAll(arguments);
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("DROVER_"));
    builder.environment().keySet().remove("XDG_CONFIG_HOME");
    builder.environment().put("HOME", home.toString());
    builder.environment().putAll(environment);
    var process = builder.start();
    process.getOutputStream().close();
    var child = new ChildProcess(process);
    Thread.ofVirtual().start(child::endInTime);
    return child;
  }

  /// Java and its options, as given to this process; the required ones if the system does not
  /// reveal them.
  private static List<String> launch() {
    var self = ProcessHandle.current().info();
    var arguments = List.of(self.arguments().orElse(new String[0]));
    int entry = arguments.indexOf(ENTRY);
    var command = new ArrayList<String>();
    if (self.command().isPresent() && entry >= 0) {
      command.add(self.command().get());
      command.addAll(arguments.subList(0, entry));
      return command;
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    return command;
  }

  private void endInTime() {
    try {
      if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  public long pid() {
    return process.pid();
  }

  /// Copies its output line by line until it has printed `mark` or has ended.
  ///
  /// @return whether it printed the mark
  public boolean copyUntil(String mark, Consumer<String> out) throws IOException {
    for (var line = printed.readLine(); line != null; line = printed.readLine()) {
      out.accept(line);
      if (line.contains(mark)) {
        return true;
      }
    }
    return false;
  }

  /// Copies its output line by line until it has ended.
  ///
  /// @return its exit code
  public int copyToEnd(Consumer<String> out) throws IOException, InterruptedException {
    for (var line = printed.readLine(); line != null; line = printed.readLine()) {
      out.accept(line);
    }
    return process.waitFor();
  }

  /// Kills it as `kill -9` does: it cannot react.
  ///
  /// @return its exit code
  public int kill() throws InterruptedException {
    process.destroyForcibly();
    return process.waitFor();
  }
}
