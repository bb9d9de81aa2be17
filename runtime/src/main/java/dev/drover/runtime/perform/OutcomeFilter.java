package dev.drover.runtime.perform;

import dev.drover.kernel.HookMark;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.agent.Texts;
import dev.drover.runtime.agent.Toolbox;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.hook.HookPoint.Ending;
import dev.drover.runtime.hooking.Passage;
import java.util.List;

/// Lets hooks change what a tool gave, before anybody has seen it: what they leave is what is
/// journaled, kept as an artifact, and shown to the model.
record OutcomeFilter(Texts texts) {
  /// @param marks of the hooks that changed it; empty if it is as it was
  record Filtered(ToolOutcome outcome, List<HookMark> marks) {
    Filtered {
      marks = List.copyOf(marks);
    }
  }

  Filtered apply(Toolbox.Entry entry, Invocation call, ToolOutcome outcome) {
    var hooks = call.stage().desk().hooks();
    if (hooks == null || !hooks.isFor(HookPoint.AfterTool.class)) {
      return new Filtered(outcome, List.of());
    }
    return switch (outcome) {
      case ToolOutcome.Succeeded(var text, var media) -> {
        var left = hooks.filter(point(entry, call, Ending.SUCCEEDED, text));
        yield filtered(new ToolOutcome.Succeeded(words(text, left), media), left);
      }
      case ToolOutcome.Failed(var text) -> {
        var left = hooks.filter(point(entry, call, Ending.FAILED, text));
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
      Toolbox.Entry entry, Invocation call, Ending ending, Text text) {
    return new HookPoint.AfterTool(
        call.scene(),
        call.effect(),
        entry.spec().name(),
        call.arguments(),
        ending,
        texts.clean(texts.read(text)));
  }

  private static Text words(Text text, Passage.Passed left) {
    return left.marks().isEmpty() ? text : Text.of(left.words());
  }

  private static Filtered filtered(ToolOutcome outcome, Passage.Passed left) {
    return new Filtered(outcome, left.marks());
  }
}
