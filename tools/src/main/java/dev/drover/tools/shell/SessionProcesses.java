package dev.drover.tools.shell;

import dev.drover.tools.sandbox.PrivateTempFolder;
import dev.drover.tools.workspace.ToolRefusal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The commands of one session that still run or whose end was not yet reported, and the folder
/// that they see as /tmp. All of it ends with the session.
///
/// May be used by any thread.
final class SessionProcesses implements AutoCloseable {
  private static final int MOST = 64;

  private static final Duration GRACE = ShellTimeouts.DEFAULT.cancelGrace();

  private final Map<String, ShellProcess> known = new LinkedHashMap<>();
  private @Nullable PrivateTempFolder temp;
  private final int most;
  private boolean closed;

  SessionProcesses() {
    this(MOST);
  }

  /// @param most maximum number of commands running at the same time
  SessionProcesses(int most) {
    this.most = most;
  }

  /// A folder for files that outlive one command. Only commands of this session see it.
  synchronized Path temp() throws IOException {
    if (temp == null) {
      temp = PrivateTempFolder.create();
    }
    return temp.folder();
  }

  /// Starts a command that ends with the session at the latest.
  ShellProcess start(
      String id, CommandLaunch launch, CommandOutput output, RunningCommand.Limits limits)
      throws ToolRefusal, IOException, InterruptedException {
    makeRoom();
    var process =
        new ShellProcess(id, launch, RunningCommand.start(launch, output, limits), output);
    if (!add(process)) {
      process.running().end(GRACE);
      output.close();
      throw new ToolRefusal("The session is being closed; nothing is started any more.");
    }
    return process;
  }

  private synchronized void makeRoom() throws ToolRefusal, InterruptedException {
    for (var process : List.copyOf(known.values())) {
      if (known.size() >= most && process.ending().isPresent()) {
        forget(process);
      }
    }
    if (known.size() >= most) {
      throw new ToolRefusal(
          "%d commands are running, as many as a session may have. ".formatted(most)
              + "See them with process and action list, and end one with action kill.");
    }
  }

  private synchronized boolean add(ShellProcess process) {
    if (!closed) {
      known.put(process.id(), process);
    }
    return !closed;
  }

  synchronized Optional<ShellProcess> find(String id) {
    return Optional.ofNullable(known.get(id));
  }

  /// Oldest first.
  synchronized List<ShellProcess> all() {
    return List.copyOf(known.values());
  }

  /// Whether any of them may still change files.
  synchronized boolean isAnyRunning() {
    return known.values().stream().anyMatch(process -> process.running().isRunning());
  }

  /// Removes a process whose end was reported.
  synchronized void forget(ShellProcess process) {
    known.remove(process.id());
    process.output().close();
  }

  @Override
  public void close() {
    for (var process : stopAll()) {
      process.running().end(GRACE);
      process.output().close();
    }
    deleteTemp();
  }

  /// All are asked to end at once, so that the grace periods do not add up.
  private synchronized List<ShellProcess> stopAll() {
    closed = true;
    var left = List.copyOf(known.values());
    known.clear();
    left.forEach(process -> process.running().stop(GRACE));
    return left;
  }

  private synchronized void deleteTemp() {
    if (temp != null) {
      temp.close();
    }
  }
}
