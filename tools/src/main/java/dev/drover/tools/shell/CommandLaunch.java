package dev.drover.tools.shell;

import dev.drover.tools.sandbox.Sandbox;
import dev.drover.tools.sandbox.Sandbox.CommandPaths;
import dev.drover.tools.sandbox.SandboxRefusal;
import dev.drover.tools.sandbox.ShellOptions;
import dev.drover.tools.workspace.ToolRefusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How to start a command: the command line, the folder and the environment.
///
/// @param input source of its standard input
/// @param isolation the confinement around it
record CommandLaunch(
    String command, Path workspace, Input input, ShellOptions options, Isolation isolation) {
  private static final String SHELL = "bash";
  private static final Path NOTHING = Path.of("/dev/null");

  enum Input {
    NONE,
    /// Input may be written while it runs.
    OPEN
  }

  sealed interface Isolation {
    record None() implements Isolation {}

    /// @param temp folder that the command sees as /tmp
    record Sandboxed(Sandbox.Bubblewrap sandbox, Path temp) implements Isolation {}
  }

  /// @param leader the first process
  /// @param detached arguments that start a command line in a session of its own
  record Prepared(ProcessBuilder leader, List<String> detached) {}

  /// @throws ToolRefusal if the command must not run here
  Prepared prepare(ProcessMarker mark) throws ToolRefusal, IOException {
    var builder = new ProcessBuilder().directory(workspace.toFile());
    var environment = builder.environment();
    ShellEnvironment.scrub(environment, options.variables());
    environment.merge("DROVER_GUARD", mark.text() + ":guard", (outer, own) -> outer + " " + own);
    switch (input) {
      case NONE -> builder.redirectInput(NOTHING.toFile());
      case OPEN -> builder.redirectInput(ProcessBuilder.Redirect.PIPE);
    }
    var detached =
        ShellEnvironment.hasProgram(environment, "setsid") ? List.of("setsid") : List.<String>of();
    if (!ShellEnvironment.hasProgram(environment, SHELL)) {
      // Rules parse a line as bash does; another shell might interpret it differently.
      throw new ToolRefusal("There is no bash on this machine. Tell the user to install it.");
    }
    var home = Path.of(environment.getOrDefault("HOME", "/nonexistent"));

    var line = new ArrayList<>(detached);
    line.addAll(List.of("sh", "-c", ShellScript.LEADER.text(), "drover-leader"));
    switch (isolation) {
      case Isolation.None _ -> {}
      case Isolation.Sandboxed(var sandbox, var temp) -> {
        ShellEnvironment.moveCaches(environment);
        var programs = ShellEnvironment.programFolders(environment);
        line.addAll(sandboxPrefix(sandbox, new CommandPaths(workspace, temp, home, programs)));
      }
    }
    line.addAll(List.of("sh", "-c", ShellScript.RUNNER.text(), "drover-runner"));
    line.addAll(List.of(SHELL, command, mark.text()));
    return new Prepared(builder.command(line), detached);
  }

  private List<String> sandboxPrefix(Sandbox.Bubblewrap sandbox, CommandPaths commandPaths)
      throws ToolRefusal, IOException {
    try {
      return sandbox.commandPrefix(commandPaths, options);
    } catch (SandboxRefusal open) {
      throw new ToolRefusal(
          "Nothing was run, because it could not be protected: %s Tell the user."
              .formatted(open.text()));
    }
  }
}
