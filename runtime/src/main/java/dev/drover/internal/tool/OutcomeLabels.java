package dev.drover.internal.tool;

import dev.drover.internal.foreign.ForeignTool;
import dev.drover.internal.judge.PolicyFileAccess;
import dev.drover.internal.redact.SecretPaths;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Text;
import dev.drover.problem.ForeignCodeFailed;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.tool.AgentTool.DataFlow;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation;
import java.util.List;

/// Determines the labels of an outcome. Reading a secret counts even if it was redacted. The call
/// has already been made: for a tool that fails to declare its subjects the worst is assumed, and
/// its outcome is kept.
record OutcomeLabels(SecretRedactor redactor) {
  private static final List<Label> WORST = List.of(Label.UNTRUSTED, Label.SECRET);

  List<Label> of(
      ForeignTool tool, ToolInvocation call, ToolOutcome outcome, PolicyFileAccess access) {
    try {
      return of(tool, holdsSecret(outcome) || access.hasShownSecret() || isAboutSecret(tool, call));
    } catch (ForeignCodeFailed broken) {
      return WORST;
    }
  }

  /// The labels of an outcome that does not exist yet.
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
    boolean untrusted = tool.dataFlow().origin() == DataFlow.Origin.OUTSIDE;
    if (untrusted) {
      return secret ? WORST : List.of(Label.UNTRUSTED);
    }
    return secret ? List.of(Label.SECRET) : List.of();
  }

  private static boolean isSecret(CallSubject subject) {
    return subject instanceof CallSubject.File(var path) && SecretPaths.isSecret(path);
  }

  private boolean holdsSecret(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(Text.Inline(var text), _) -> redactor.hasSecret(text);
      case ToolOutcome.Failed(Text.Inline(var text)) -> redactor.hasSecret(text);
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
