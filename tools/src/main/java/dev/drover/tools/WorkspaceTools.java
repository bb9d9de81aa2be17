package dev.drover.tools;

import dev.drover.spi.tool.AgentTool;
import dev.drover.tools.artifact.ArtifactTool;
import dev.drover.tools.file.EditTool;
import dev.drover.tools.file.ReadTool;
import dev.drover.tools.file.WriteTool;
import dev.drover.tools.patch.PatchTool;
import dev.drover.tools.sandbox.ShellOptions;
import dev.drover.tools.search.GlobTool;
import dev.drover.tools.search.GrepTool;
import dev.drover.tools.search.LsTool;
import dev.drover.tools.shell.BashTool;
import dev.drover.tools.shell.ProcessTool;
import dev.drover.tools.todo.TodoTool;
import dev.drover.tools.web.FetchTool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The built-in tools. They work in the workspace that comes with each call, so one set serves any
/// number of sessions. Names, argument names and order are stable.
public final class WorkspaceTools {
  private WorkspaceTools() {}

  /// Those that change nothing and reach nobody: `read`, `ls`, `glob`, `grep`, `artifact`, `todo`.
  public static List<AgentTool> readOnly() {
    return List.of(
        new ReadTool(),
        new LsTool(),
        new GlobTool(),
        new GrepTool(),
        new ArtifactTool(),
        new TodoTool());
  }

  /// Those that work on files: also `write`, `edit`, `patch`.
  public static List<AgentTool> workspace() {
    return workspace(List.of());
  }

  private static List<AgentTool> workspace(List<Path> guarded) {
    var tools = new ArrayList<>(readOnly());
    tools.addAll(List.of(new WriteTool(guarded), new EditTool(guarded), new PatchTool(guarded)));
    return List.copyOf(tools);
  }

  /// All there are: also `bash`, `process`, `fetch`. Commands run in a sandbox where there is one.
  public static List<AgentTool> all() {
    return all(ShellOptions.DEFAULT);
  }

  /// The same, with a say in what commands may do.
  public static List<AgentTool> all(ShellOptions options) {
    var bash = new BashTool(options);
    var tools = new ArrayList<>(workspace(options.paths().readOnly()));
    tools.addAll(List.of(bash, new ProcessTool(bash), new FetchTool()));
    return List.copyOf(tools);
  }
}
