package dev.drover.tools.search;

import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.tools.call.WorkspaceTool.CallContext;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.util.List;

/// The part of the workspace that a call searches.
final class SearchScope {
  private static final String PATH = "path";
  private static final String ROOT = ".";

  private SearchScope() {}

  static WorkspacePath of(CallContext context) throws ToolRefusal, IOException {
    return context.workspace().resolve(context.arguments().text(PATH, ROOT));
  }

  /// The subject of rules: the searched path, with all links followed.
  static List<CallSubject> subjects(ToolInvocation call) {
    try {
      var context = CallContext.of(call);
      return List.of(context.workspace().subject(context.arguments().text(PATH, ROOT)));
    } catch (ToolRefusal | IOException unusable) {
      return List.of();
    }
  }
}
