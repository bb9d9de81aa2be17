package dev.drover.mcp.transport;

import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The program of a server, with all programs that it has started.
final class ServerProcess {
  /// How long a program may take after the end of its input, and after it was asked to end.
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /// What a program needs to find its files and to speak the user's language. Others may be secret.
  private static final Set<String> INHERITED =
      Set.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "SHELL",
          "TERM",
          "LANG",
          "LANGUAGE",
          "TZ",
          "TMPDIR",
          "TEMP",
          "TMP",
          "SYSTEMROOT",
          "SYSTEMDRIVE",
          "WINDIR",
          "PATHEXT",
          "COMSPEC",
          "APPDATA",
          "LOCALAPPDATA",
          "USERPROFILE",
          "PROGRAMFILES",
          "PROGRAMDATA");

  private final Process process;
  private final String command;
  private final StderrTail errors = new StderrTail();
  private final Thread errorReader;

  private ServerProcess(Process process, String command) {
    this.process = process;
    this.command = command;
    // A platform thread: reading a pipe holds its carrier, and there are fewer carriers than
    // servers may be.
    this.errorReader =
        Thread.ofPlatform()
            .daemon()
            .name("mcp-stderr-" + process.pid())
            .start(() -> errors.readAll(process.getErrorStream()));
  }

  /// @throws IOException naming the command
  static ServerProcess start(McpServer.Transport.Stdio server, Path workspace) throws IOException {
    var command = server.command().getFirst();
    var folder = server.folder() == null ? workspace : server.folder();
    var builder = new ProcessBuilder(server.command()).directory(folder.toAbsolutePath().toFile());
    restrict(builder.environment(), server.environment());
    try {
      return new ServerProcess(builder.start(), command);
    } catch (IOException failed) {
      throw new IOException(
          "the command '%s' cannot be started: %s".formatted(command, reason(failed)), failed);
    }
  }

  private static String reason(IOException failed) {
    var message = String.valueOf(failed.getMessage());
    return (message.contains("error=2,") || message.contains("error: 2 "))
        ? "there is no such program or folder"
        : IoErrors.describe(failed);
  }

  private static void restrict(Map<String, String> environment, Map<String, String> more) {
    environment
        .keySet()
        .removeIf(
            name -> {
              var upper = name.toUpperCase(Locale.ROOT);
              return !INHERITED.contains(upper) && !upper.startsWith("LC_");
            });
    environment.putAll(more);
  }

  InputStream output() {
    return process.getInputStream();
  }

  OutputStream input() {
    return process.getOutputStream();
  }

  /// What is known about the end of the program: its command, exit code and last words.
  String obituary() {
    try {
      process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      errorReader.join(PATIENCE);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    var how =
        process.isAlive()
            ? "the command '%s' closed its output".formatted(command)
            : "the command '%s' exited with code %d".formatted(command, process.exitValue());
    return how + lastWords();
  }

  String lastWords() {
    var said = errors.text();
    return said.isEmpty() ? "" : "; it wrote to its standard error: " + said;
  }

  String command() {
    return command;
  }

  /// Ends the program and all that it started: by the end of its input, then by a request, then by
  /// force. Returns when nothing of it is left.
  void stop() {
    var tree = new ArrayList<ProcessHandle>();
    process.descendants().forEach(tree::add);
    closeInput();
    tree.add(process.toHandle());
    if (!awaitEnd(tree)) {
      process.descendants().filter(each -> !tree.contains(each)).forEach(tree::add);
      tree.forEach(ProcessHandle::destroy);
      if (!awaitEnd(tree)) {
        process.descendants().filter(each -> !tree.contains(each)).forEach(tree::add);
        tree.forEach(ProcessHandle::destroyForcibly);
        awaitEnd(tree);
      }
    }
  }

  /// Ends the program at once, so that whoever is blocked in a write to it fails.
  void kill() {
    var tree = new ArrayList<ProcessHandle>();
    process.descendants().forEach(tree::add);
    tree.add(process.toHandle());
    tree.forEach(ProcessHandle::destroyForcibly);
  }

  private void closeInput() {
    // Closing waits for a write that is blocked, which only the end of the program ends.
    Thread.ofVirtual()
        .name("mcp-close-stdin")
        .start(
            () -> {
              try {
                process.getOutputStream().close();
              } catch (IOException _) {
                // It has closed its side already.
              }
            });
  }

  /// Not interruptible, because nothing may be left behind; it takes only so long.
  private static boolean awaitEnd(List<ProcessHandle> tree) {
    var ends = tree.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          CompletableFuture.allOf(ends).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
          return true;
        } catch (TimeoutException | ExecutionException _) {
          return false;
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
