package dev.drover.runtime.perform;

import dev.drover.kernel.HookMark;
import dev.drover.kernel.JudgedCall;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Verdict;
import dev.drover.runtime.agent.Judge;
import dev.drover.runtime.agent.Texts;
import dev.drover.runtime.agent.Toolbox;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.hooking.HookLine;
import dev.drover.runtime.hooking.Passage;
import dev.drover.runtime.problem.ForeignCodeFailed;
import dev.drover.spi.secret.Redactor;
import java.util.List;

/// Has hooks look at a call before it is judged, so that what is judged is what would be carried
/// out. Hooks are asked only about calls that could be made: the tool is there, the arguments fit
/// it, and no secret is in them. The same holds for what they make of the arguments.
record CallGate(Texts texts, Redactor redactor) {
  private static final Admission AS_IT_IS = new Admission.AsItIs();

  /// What is to be judged, if anything is left to judge.
  sealed interface Admission {
    record AsItIs() implements Admission {}

    /// @param marks of the hooks that gave it other arguments
    record Rewritten(ToolCall call, Invocation invocation, List<HookMark> marks)
        implements Admission {
      public Rewritten {
        marks = List.copyOf(marks);
      }
    }

    /// It is not made.
    record Stopped(JudgedCall judged) implements Admission {}
  }

  Admission look(ToolCall call, Invocation invocation) throws InterruptedException {
    if (redactor.finds(invocation.arguments())) {
      return new Admission.Stopped(Judge.secretive(call));
    }
    var hooks = invocation.stage().desk().hooks();
    if (hooks == null || !hooks.isFor(HookPoint.BeforeTool.class)) {
      return AS_IT_IS;
    }
    var found = invocation.stage().agent().tools().findForHost(call.tool());
    if (found.isEmpty() || !objection(found.get(), invocation.arguments()).isEmpty()) {
      // The judge says what is wrong with it.
      return AS_IT_IS;
    }
    return switch (pass(hooks, found.get(), invocation)) {
      case Passage.Passed(_, var marks) when marks.isEmpty() -> AS_IT_IS;
      case Passage.Passed(var arguments, var marks) -> {
        var given = texts.settled(Text.of(arguments));
        var other = new ToolCall(call.callId(), call.tool(), given);
        yield new Admission.Rewritten(other, invocation.with(arguments), marks);
      }
      case Passage.Denied(var hook, var why, var marks) -> {
        var said = "hook %s of the host does not allow it: %s".formatted(hook, why);
        var deny = new Verdict.Deny("hook " + hook, said);
        var terms = found.get().spec().terms();
        yield new Admission.Stopped(new JudgedCall(call, terms, deny).marked(marks));
      }
    };
  }

  private Passage pass(HookLine hooks, Toolbox.Entry entry, Invocation invocation)
      throws InterruptedException {
    var point =
        new HookPoint.BeforeTool(
            invocation.scene(), invocation.effect(), entry.spec().name(), invocation.arguments());
    return hooks.pass(point, arguments -> objection(entry, arguments));
  }

  private String objection(Toolbox.Entry entry, String arguments) {
    if (redactor.finds(arguments)) {
      return "it holds what looks like a password, key or token";
    }
    try {
      return entry
          .arguments()
          .complaint(arguments)
          .map(complaint -> "arguments of %s: %s".formatted(entry.spec().name(), complaint))
          .orElse("");
    } catch (ForeignCodeFailed broken) {
      return broken.problem().detail();
    }
  }
}
