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

  /// Tools without side effects: `read`, `ls`, `glob`, `grep`, `artifact`, `todo`.
  public static List<AgentTool> readOnly() {
    return List.of(
        new ReadTool(),
        new LsTool(),
        new GlobTool(),
        new GrepTool(),
        new ArtifactTool(),
        new TodoTool());
  }

  /// Tools that work on files: [#readOnly] and `write`, `edit`, `patch`.
  public static List<AgentTool> workspace() {
    return workspace(List.of());
  }

  private static List<AgentTool> workspace(List<Path> guarded) {
    var tools = new ArrayList<>(readOnly());
    tools.addAll(List.of(new WriteTool(guarded), new EditTool(guarded), new PatchTool(guarded)));
    return List.copyOf(tools);
  }

  /// All tools: [#workspace] and `bash`, `process`, `fetch`. Commands run in a sandbox if one is
  /// available.
  public static List<AgentTool> all() {
    return all(ShellOptions.DEFAULT);
  }

  /// All tools, with options for commands.
  public static List<AgentTool> all(ShellOptions options) {
    var bash = new BashTool(options);
    var tools = new ArrayList<>(workspace(options.paths().readOnly()));
    tools.addAll(List.of(bash, new ProcessTool(bash), new FetchTool()));
    return List.copyOf(tools);
  }
}
