package dev.drover.tools;

import dev.drover.spi.tool.AgentTool;
import dev.drover.tools.artifact.ArtifactTool;
import dev.drover.tools.file.EditTool;
import dev.drover.tools.file.ReadTool;
import dev.drover.tools.file.WriteTool;
import dev.drover.tools.patch.PatchTool;
import dev.drover.tools.search.LsTool;
import dev.drover.tools.shell.BashTool;
import java.util.ArrayList;
import java.util.List;

/// The built-in tools. They work in the workspace that comes with each call, so one set serves any
/// number of sessions. Names, argument names and order are stable.
public final class WorkspaceTools {
  private WorkspaceTools() {}

  /// Those that change nothing: `read`, `ls`, `artifact`.
  public static List<AgentTool> readOnly() {
    return List.of(new ReadTool(), new LsTool(), new ArtifactTool());
  }

  /// Those that work on files and nothing else: `read`, `ls`, `artifact`, `write`, `edit`, `patch`.
  public static List<AgentTool> workspace() {
    var tools = new ArrayList<>(readOnly());
    tools.addAll(List.of(new WriteTool(), new EditTool(), new PatchTool()));
    return List.copyOf(tools);
  }

  /// All there are: also `bash`.
  public static List<AgentTool> all() {
    var tools = new ArrayList<>(workspace());
    tools.add(new BashTool());
    return List.copyOf(tools);
  }
}
