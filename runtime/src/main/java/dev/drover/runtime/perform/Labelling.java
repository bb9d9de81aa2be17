package dev.drover.runtime.perform;

import dev.drover.kernel.Label;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.spi.secret.Redactor;
import dev.drover.spi.secret.SecretPaths;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.DataFlow;
import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import java.util.List;

/// Says what is known about where an outcome comes from. Touching a secret counts even if it was
/// taken out of what is kept.
record Labelling(Redactor redactor) {
  List<Label> of(
      AgentTool tool, ToolInvocation call, ToolOutcome outcome, PolicyFileAccess access) {
    return of(tool, holdsSecret(outcome) || access.hasShownSecret() || isAboutSecret(tool, call));
  }

  /// Of an outcome that is not there yet.
  List<Label> of(AgentTool tool, ToolInvocation call) {
    return of(tool, isAboutSecret(tool, call));
  }

  private static boolean isAboutSecret(AgentTool tool, ToolInvocation call) {
    for (var subject : tool.subjects(call)) {
      if (isSecret(subject)) {
        return true;
      }
    }
    return false;
  }

  private static List<Label> of(AgentTool tool, boolean secret) {
    boolean untrusted = tool.flow().origin() == DataFlow.Origin.OUTSIDE;
    if (untrusted) {
      return secret ? List.of(Label.UNTRUSTED, Label.SECRET) : List.of(Label.UNTRUSTED);
    }
    return secret ? List.of(Label.SECRET) : List.of();
  }

  private static boolean isSecret(Subject subject) {
    return subject instanceof Subject.File(var path) && SecretPaths.isSecret(path);
  }

  private boolean holdsSecret(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(Text.Inline(var text), _) -> redactor.finds(text);
      case ToolOutcome.Failed(Text.Inline(var text)) -> redactor.finds(text);
      case ToolOutcome.Succeeded _,
          ToolOutcome.Failed _,
          ToolOutcome.Refused _,
          ToolOutcome.Denied _,
          ToolOutcome.Unknown _,
          ToolOutcome.Cancelled _ ->
          false;
    };
  }
}
