package dev.drover.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/// The program on a real terminal: a detached tmux pane.
///
/// Waits poll until the expected text is on the screen; a wait that exceeds its deadline fails with
/// the current screen.
final class TmuxTerminal implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(40);
  private static final int PROCESS_SECONDS = 20;

  private static final String EXITED = "the exit code is ";
  // Ctrl-C is for the program; a shell that received it too would exit.
  private static final String THEN_SHOW_EXIT =
      "trap : INT; \"$@\"; code=$?; echo; echo " + EXITED + "$code; exec tail -f /dev/null";
  private static final AtomicInteger STARTED = new AtomicInteger();

  private final Path folder;
  private final String server;
  private final Path raw;

  /// The size of the terminal.
  record Size(int columns, int rows) {
    static final Size USUAL = new Size(90, 24);
  }

  private TmuxTerminal(Path folder) {
    this.folder = folder;
    this.server =
        "drover-%d-%d".formatted(ProcessHandle.current().pid(), STARTED.incrementAndGet());
    this.raw = folder.resolve(server + ".raw");
  }

  static boolean isPossible() {
    try {
      return new ProcessBuilder("tmux", "-V").start().waitFor() == 0;
    } catch (IOException missing) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// Starts the program in this folder.
  static TmuxTerminal start(Path folder, Size size, String... args) {
    return start(folder, size, List.of(), args);
  }

  /// @param environment such as `TERM=dumb`
  static TmuxTerminal start(Path folder, Size size, List<String> environment, String... args) {
    var pane = new TmuxTerminal(folder);
    var command = new ArrayList<>(List.of("start-server", ";", "set", "-g", "default-terminal"));
    command.addAll(List.of("screen-256color", ";", "new-session", "-d", "-c", folder.toString()));
    command.addAll(List.of("-x", "" + size.columns(), "-y", "" + size.rows()));
    command.addAll(List.of("sh", "-c", THEN_SHOW_EXIT, "sh", "env", "LANG=C.UTF-8"));
    command.addAll(environment);
    command.addAll(java(folder, args));
    command.addAll(List.of(";", "pipe-pane", "-o", "cat > '" + pane.raw + "'"));
    pane.tmux(command);
    return pane;
  }

  private static List<String> java(Path folder, String... args) {
    var command = new ArrayList<String>();
    command.addAll(List.of("env", "-u", "XDG_CONFIG_HOME", "HOME=" + folder));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    command.add("-Duser.name=ada");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.drover.cli.Main"));
    command.addAll(List.of(args));
    return command;
  }

  /// Calls the program in the same folder, without a terminal.
  ///
  /// @return its output
  static String program(Path folder, String... args) {
    return output(folder, java(folder, args));
  }

  private String tmux(String... command) {
    return tmux(List.of(command));
  }

  private String tmux(List<String> command) {
    var line = new ArrayList<>(List.of("tmux", "-f", "/dev/null", "-L", server));
    line.addAll(command);
    return output(folder, line);
  }

  private static String output(Path folder, List<String> command) {
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder
        .environment()
        .keySet()
        .removeIf(
            name ->
                name.startsWith("DROVER_")
                    || List.of("TMUX", "NO_COLOR", "COLUMNS").contains(name));
    try {
      var process = builder.start();
      process.getOutputStream().close();
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(PROCESS_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new AssertionError(command + ": " + output);
      }
      return output;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  /// The current screen, without trailing blanks.
  String screen() {
    return tmux("capture-pane", "-p");
  }

  /// All output so far, including lines that have scrolled out.
  String everything() {
    return tmux("capture-pane", "-p", "-S", "-");
  }

  String lastLine() {
    return screen().lines().toList().getLast();
  }

  /// Every byte that the program wrote.
  String raw() {
    try {
      return Files.readString(raw);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  TmuxTerminal type(String text) {
    tmux("send-keys", "-l", text);
    return this;
  }

  /// @param names as in tmux: `Enter`, `Up`, `C-c`
  TmuxTerminal press(String... names) {
    var command = new ArrayList<>(List.of("send-keys"));
    command.addAll(List.of(names));
    tmux(command);
    return this;
  }

  /// Pastes as terminals do: with bracketed paste, so that an editor can distinguish it from keys.
  TmuxTerminal paste(String text) {
    tmux("set-buffer", text, ";", "paste-buffer", "-p");
    return this;
  }

  TmuxTerminal resize(Size size) {
    tmux("resize-window", "-x", "" + size.columns(), "-y", "" + size.rows());
    return this;
  }

  /// Waits until this text is anywhere on the screen.
  TmuxTerminal awaitText(String text) {
    return await("'" + text + "'", () -> screen().contains(text));
  }

  /// Waits until the cursor's line, the last that is not empty, equals this.
  TmuxTerminal awaitPrompt(String line) {
    return await(
        "the prompt '" + line + "'",
        () -> screen().stripTrailing().lines().reduce("", (_, last) -> last).equals(line));
  }

  TmuxTerminal await(String what, BooleanSupplier isThere) {
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (!isThere.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("never seen: " + what + "; but\n" + everything());
      }
      Thread.onSpinWait();
    }
    return this;
  }

  /// Waits for the end of the program.
  int awaitExit() {
    awaitText(EXITED);
    var text = screen();
    return Integer.parseInt(text.substring(text.indexOf(EXITED) + EXITED.length()).strip());
  }

  /// Kills the program: it writes nothing after this returns.
  @Override
  public void close() {
    var shell = ProcessHandle.of(Long.parseLong(tmux("display", "-p", "#{pane_pid}").strip()));
    shell.orElseThrow().descendants().forEach(TmuxTerminal::end);
    tmux("kill-server");
  }

  private static void end(ProcessHandle process) {
    process.destroyForcibly();
    process.onExit().orTimeout(PROCESS_SECONDS, TimeUnit.SECONDS).join();
  }
}
