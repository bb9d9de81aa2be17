package dev.drover.internal.tool;

import dev.drover.internal.effect.EffectContext;
import dev.drover.internal.judge.CallJudge;
import dev.drover.internal.judge.EffectivePolicy;
import dev.drover.internal.text.EventTexts;
import dev.drover.internal.tool.CallGate.Admission;
import dev.drover.kernel.machine.JudgedCall;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.RunId;
import dev.drover.spi.secret.SecretRedactor;

/// Judges direct calls of the host.
public final class DirectCallJudge {
  private final EventTexts texts;
  private final CallJudge judge;
  private final CallGate gate;

  public DirectCallJudge(EventTexts texts, EffectivePolicy policies, SecretRedactor redactor) {
    this.texts = texts;
    this.judge = new CallJudge(texts, policies);
    this.gate = new CallGate(texts, redactor);
  }

  /// Judges it like a call of the model.
  public JudgedCall judge(EffectContext stage, ToolCall call) throws InterruptedException {
    var bench =
        new CallJudge.JudgeContext(stage.agent(), stage.state(), stage.grants(), stage.labels());
    var invocation = invocation(stage, call);
    return switch (gate.runHooks(call, invocation)) {
      case Admission.AsItIs _ -> judge.judge(bench, call, invocation);
      case Admission.Rewritten(var other, var how, var marks) ->
          judge.judge(bench, other, how).marked(marks);
      case Admission.Stopped(var judged) -> judged;
    };
  }

  /// Checks that the tool exists and that the arguments fit, and calls only hooks.
  public JudgedCall admit(EffectContext stage, ToolCall call) throws InterruptedException {
    var invocation = invocation(stage, call);
    return switch (gate.runHooks(call, invocation)) {
      case Admission.AsItIs _ -> judge.admit(stage.agent(), call, invocation);
      case Admission.Rewritten(var other, var how, var marks) ->
          judge.admit(stage.agent(), other, how).marked(marks);
      case Admission.Stopped(var judged) -> judged;
    };
  }

  private SessionToolInvocation invocation(EffectContext stage, ToolCall call) {
    return new SessionToolInvocation(
        stage,
        texts,
        new RunId(call.callId()),
        stage.state().position().nextEffect(),
        1,
        texts.read(call.arguments()));
  }
}
