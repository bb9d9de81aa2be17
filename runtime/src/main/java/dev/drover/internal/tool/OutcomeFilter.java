package dev.drover.internal.tool;

import dev.drover.hook.HookPoint;
import dev.drover.hook.HookPoint.ToolStatus;
import dev.drover.internal.agent.AgentToolSet;
import dev.drover.internal.hook.GateVerdict;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import java.util.List;

/// Lets hooks change the result of a tool before it is used: the changed result is journaled,
/// stored as an artifact, and shown to the model.
record OutcomeFilter(EventTexts texts) {
  /// @param marks of the hooks that changed it; empty if it is unchanged
  record Filtered(ToolOutcome outcome, List<HookMark> marks) {
    Filtered {
      marks = List.copyOf(marks);
    }
  }

  Filtered apply(AgentToolSet.Entry entry, SessionToolInvocation call, ToolOutcome outcome) {
    var hooks = call.stage().services().hooks();
    if (hooks == null || !hooks.isFor(HookPoint.AfterTool.class)) {
      return new Filtered(outcome, List.of());
    }
    return switch (outcome) {
      case ToolOutcome.Succeeded(var text, var media) -> {
        var left = hooks.filter(point(entry, call, ToolStatus.SUCCEEDED, text));
        yield filtered(new ToolOutcome.Succeeded(words(text, left), media), left);
      }
      case ToolOutcome.Failed(var text) -> {
        var left = hooks.filter(point(entry, call, ToolStatus.FAILED, text));
        yield filtered(new ToolOutcome.Failed(words(text, left)), left);
      }
      case ToolOutcome.Refused _,
          ToolOutcome.Denied _,
          ToolOutcome.Unknown _,
          ToolOutcome.Cancelled _ ->
          new Filtered(outcome, List.of());
    };
  }

  private HookPoint.AfterTool point(
      AgentToolSet.Entry entry, SessionToolInvocation call, ToolStatus ending, Text text) {
    return new HookPoint.AfterTool(
        call.scene(),
        call.effect(),
        entry.spec().name(),
        call.arguments(),
        ending,
        texts.redact(texts.read(text)));
  }

  private static Text words(Text text, GateVerdict.Passed left) {
    return left.marks().isEmpty() ? text : Text.of(left.words());
  }

  private static Filtered filtered(ToolOutcome outcome, GateVerdict.Passed left) {
    return new Filtered(outcome, left.marks());
  }
}
