package dev.drover.internal.tool;

import dev.drover.hook.HookPoint;
import dev.drover.internal.agent.AgentToolSet;
import dev.drover.internal.hook.GateVerdict;
import dev.drover.internal.hook.HookChain;
import dev.drover.internal.judge.CallJudge;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.machine.JudgedCall;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.Text;
import dev.drover.problem.ForeignCodeFailed;
import dev.drover.spi.secret.SecretRedactor;
import java.util.List;

/// Calls hooks before a call is judged, so that the judged call is the one that is made. Hooks are
/// called only for valid calls: the tool exists, the arguments fit, and they contain no secret. The
/// same applies to rewritten arguments.
public record CallGate(EventTexts texts, SecretRedactor redactor) {
  private static final Admission AS_IT_IS = new Admission.AsItIs();

  /// The call to be judged, if there is one left.
  public sealed interface Admission {
    record AsItIs() implements Admission {}

    /// @param marks of the hooks that rewrote the arguments
    record Rewritten(ToolCall call, SessionToolInvocation invocation, List<HookMark> marks)
        implements Admission {
      public Rewritten {
        marks = List.copyOf(marks);
      }
    }

    /// It is not made.
    record Stopped(JudgedCall judged) implements Admission {}
  }

  public Admission runHooks(ToolCall call, SessionToolInvocation invocation)
      throws InterruptedException {
    if (redactor.hasSecret(invocation.arguments())) {
      return new Admission.Stopped(CallJudge.secretive(call));
    }
    var hooks = invocation.stage().services().hooks();
    if (hooks == null || !hooks.isFor(HookPoint.BeforeTool.class)) {
      return AS_IT_IS;
    }
    var found = invocation.stage().agent().tools().findForHost(call.tool());
    if (found.isEmpty() || !objection(found.get(), invocation.arguments()).isEmpty()) {
      // The judge reports the error.
      return AS_IT_IS;
    }
    return switch (pass(hooks, found.get(), invocation)) {
      case GateVerdict.Passed(_, var marks) when marks.isEmpty() -> AS_IT_IS;
      case GateVerdict.Passed(var arguments, var marks) -> {
        var given = texts.moveIfLarge(Text.of(arguments));
        var other = new ToolCall(call.callId(), call.tool(), given);
        yield new Admission.Rewritten(other, invocation.with(arguments), marks);
      }
      case GateVerdict.Denied(var hook, var why, var marks) -> {
        var said = "hook %s of the host does not allow it: %s".formatted(hook, why);
        var deny = new Verdict.Deny("hook " + hook, said);
        var terms = found.get().spec().terms();
        yield new Admission.Stopped(new JudgedCall(call, terms, deny).marked(marks));
      }
    };
  }

  private GateVerdict pass(
      HookChain hooks, AgentToolSet.Entry entry, SessionToolInvocation invocation)
      throws InterruptedException {
    var point =
        new HookPoint.BeforeTool(
            invocation.scene(), invocation.effect(), entry.spec().name(), invocation.arguments());
    return hooks.runGates(point, arguments -> objection(entry, arguments));
  }

  private String objection(AgentToolSet.Entry entry, String arguments) {
    if (redactor.hasSecret(arguments)) {
      return "it holds what looks like a password, key or token";
    }
    try {
      return entry
          .arguments()
          .validationError(arguments)
          .map(complaint -> "arguments of %s: %s".formatted(entry.spec().name(), complaint))
          .orElse("");
    } catch (ForeignCodeFailed broken) {
      return broken.problem().detail();
    }
  }
}
