package dev.drover.tools;

import dev.drover.spi.tool.AgentTool;
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

  /// Those that change nothing: `read`, `ls`.
  public static List<AgentTool> readOnly() {
    return List.of(new ReadTool(), new LsTool());
  }

  /// Those that work on files and nothing else: `read`, `write`, `edit`, `patch`, `ls`.
  public static List<AgentTool> workspace() {
    return List.of(new ReadTool(), new WriteTool(), new EditTool(), new PatchTool(), new LsTool());
  }

  /// `read`, `write`, `edit`, `patch`, `ls`, `bash`.
  public static List<AgentTool> all() {
    var tools = new ArrayList<>(workspace());
    tools.add(new BashTool());
    return List.copyOf(tools);
  }
}
