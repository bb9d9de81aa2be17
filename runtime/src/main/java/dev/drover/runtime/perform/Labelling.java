package dev.drover.runtime.perform;

import dev.drover.kernel.Label;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.foreign.ForeignTool;
import dev.drover.runtime.problem.ForeignCodeFailed;
import dev.drover.spi.secret.Redactor;
import dev.drover.spi.secret.SecretPaths;
import dev.drover.spi.tool.DataFlow;
import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import java.util.List;

/// Says what is known about where an outcome comes from. Touching a secret counts even if it was
/// taken out of what is kept. The call has been made by then: of a tool that cannot say what it is
/// about the worst is assumed, and its outcome stays.
record Labelling(Redactor redactor) {
  private static final List<Label> WORST = List.of(Label.UNTRUSTED, Label.SECRET);

  List<Label> of(
      ForeignTool tool, ToolInvocation call, ToolOutcome outcome, PolicyFileAccess access) {
    try {
      return of(tool, holdsSecret(outcome) || access.hasShownSecret() || isAboutSecret(tool, call));
    } catch (ForeignCodeFailed broken) {
      return WORST;
    }
  }

  /// Of an outcome that is not there yet.
  List<Label> of(ForeignTool tool, ToolInvocation call) {
    try {
      return of(tool, isAboutSecret(tool, call));
    } catch (ForeignCodeFailed broken) {
      return WORST;
    }
  }

  private static boolean isAboutSecret(ForeignTool tool, ToolInvocation call) {
    for (var subject : tool.subjects(call)) {
      if (isSecret(subject)) {
        return true;
      }
    }
    return false;
  }

  private static List<Label> of(ForeignTool tool, boolean secret) {
    boolean untrusted = tool.flow().origin() == DataFlow.Origin.OUTSIDE;
    if (untrusted) {
      return secret ? WORST : List.of(Label.UNTRUSTED);
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
