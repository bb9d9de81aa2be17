package dev.drover.runtime.perform;

import dev.drover.kernel.Input.Finding;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.agent.Texts;
import dev.drover.runtime.agent.Toolbox;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.hook.HookPoint.Ending;
import dev.drover.runtime.hooking.HookLine;

/// Lets hooks change what a tool gave, before anybody has seen it: what they leave is what is
/// journaled, kept as an artifact, and shown to the model.
record OutcomeFilter(Texts texts) {
  ToolOutcome apply(Toolbox.Entry entry, Invocation call, ToolOutcome outcome) {
    var hooks = call.stage().desk().hooks();
    if (hooks == null || !hooks.isFor(HookPoint.AfterTool.class)) {
      return outcome;
    }
    return switch (outcome) {
      case ToolOutcome.Succeeded(var text, var media) ->
          new ToolOutcome.Succeeded(
              filtered(hooks, text, point(entry, call, Ending.SUCCEEDED, text)), media);
      case ToolOutcome.Failed(var text) ->
          new ToolOutcome.Failed(filtered(hooks, text, point(entry, call, Ending.FAILED, text)));
      case ToolOutcome.Refused _,
          ToolOutcome.Denied _,
          ToolOutcome.Unknown _,
          ToolOutcome.Cancelled _ ->
          outcome;
    };
  }

  /// What a tool found out about a call that was lost is its outcome too.
  Finding apply(Toolbox.Entry entry, Invocation call, Finding finding) {
    return finding instanceof Finding.Happened(var outcome)
        ? new Finding.Happened(apply(entry, call, outcome))
        : finding;
  }

  private HookPoint.AfterTool point(
      Toolbox.Entry entry, Invocation call, Ending ending, Text text) {
    return new HookPoint.AfterTool(
        call.scene(),
        call.effect(),
        entry.spec().name(),
        call.arguments(),
        ending,
        texts.clean(texts.read(text)));
  }

  private static Text filtered(HookLine hooks, Text text, HookPoint.AfterTool point) {
    var left = hooks.filter(point);
    return left.equals(point.text()) ? text : Text.of(left);
  }
}
