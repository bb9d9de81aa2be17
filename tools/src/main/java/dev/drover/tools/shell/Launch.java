package dev.drover.tools.shell;

import dev.drover.tools.place.Obstacle;
import dev.drover.tools.sandbox.Sandbox;
import dev.drover.tools.sandbox.Sandbox.Room;
import dev.drover.tools.sandbox.ShellOptions;
import dev.drover.tools.sandbox.Unprotectable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How a command is to be started: with which line, where, and with which environment.
///
/// @param input where it reads from
/// @param cover what stands around it
record Launch(String command, Path workspace, Input input, ShellOptions options, Cover cover) {
  private static final String SHELL = "bash";
  private static final Path NOTHING = Path.of("/dev/null");

  enum Input {
    NONE,
    /// Somebody may write to it while it runs.
    OPEN
  }

  sealed interface Cover {
    record None() implements Cover {}

    /// @param temp what it sees as /tmp
    record Walls(Sandbox.Bubblewrap sandbox, Path temp) implements Cover {}
  }

  /// @param leader the first process
  /// @param detached what to put before a line that is to have a session of its own
  record Prepared(ProcessBuilder leader, List<String> detached) {}

  /// @throws Obstacle if it must not run here
  Prepared prepare(Mark mark) throws Obstacle, IOException {
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
      // Rules read a line as bash does; another shell might do something else with it.
      throw new Obstacle("There is no bash on this machine. Tell the user to install it.");
    }
    var home = Path.of(environment.getOrDefault("HOME", "/nonexistent"));

    var line = new ArrayList<>(detached);
    line.addAll(List.of("sh", "-c", Script.LEADER.text(), "drover-leader"));
    switch (cover) {
      case Cover.None _ -> {}
      case Cover.Walls(var sandbox, var temp) -> {
        ShellEnvironment.moveCaches(environment);
        var programs = ShellEnvironment.programFolders(environment);
        line.addAll(walls(sandbox, new Room(workspace, temp, home, programs)));
      }
    }
    line.addAll(List.of("sh", "-c", Script.RUNNER.text(), "drover-runner"));
    line.addAll(List.of(SHELL, command, mark.text()));
    return new Prepared(builder.command(line), detached);
  }

  private List<String> walls(Sandbox.Bubblewrap sandbox, Room room) throws Obstacle, IOException {
    try {
      return sandbox.around(room, options);
    } catch (Unprotectable open) {
      throw new Obstacle(
          "Nothing was run, because it could not be protected: %s Tell the user."
              .formatted(open.text()));
    }
  }
}
