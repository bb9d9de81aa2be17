package dev.drover.runtime.perform;

import dev.drover.kernel.JudgedCall;
import dev.drover.kernel.RunId;
import dev.drover.kernel.ToolCall;
import dev.drover.runtime.agent.Judge;
import dev.drover.runtime.agent.PolicyInForce;
import dev.drover.runtime.agent.Texts;
import dev.drover.runtime.perform.CallGate.Admission;
import dev.drover.spi.secret.Redactor;

/// Judges calls that the host makes itself.
public final class DirectJudge {
  private final Texts texts;
  private final Judge judge;
  private final CallGate gate;

  public DirectJudge(Texts texts, PolicyInForce policies, Redactor redactor) {
    this.texts = texts;
    this.judge = new Judge(texts, policies);
    this.gate = new CallGate(texts, redactor);
  }

  /// As a call of the model would be judged.
  public JudgedCall judge(Stage stage, ToolCall call) throws InterruptedException {
    var bench = new Judge.Bench(stage.agent(), stage.state(), stage.grants(), stage.labels());
    var invocation = invocation(stage, call);
    return switch (gate.look(call, invocation)) {
      case Admission.AsItIs _ -> judge.judge(bench, call, invocation);
      case Admission.Rewritten(var other, var how, var marks) ->
          judge.judge(bench, other, how).marked(marks);
      case Admission.Stopped(var judged) -> judged;
    };
  }

  /// Looks whether there is such a tool and whether the arguments fit, and asks nobody but hooks.
  public JudgedCall admit(Stage stage, ToolCall call) throws InterruptedException {
    var invocation = invocation(stage, call);
    return switch (gate.look(call, invocation)) {
      case Admission.AsItIs _ -> judge.admit(stage.agent(), call, invocation);
      case Admission.Rewritten(var other, var how, var marks) ->
          judge.admit(stage.agent(), other, how).marked(marks);
      case Admission.Stopped(var judged) -> judged;
    };
  }

  private Invocation invocation(Stage stage, ToolCall call) {
    return new Invocation(
        stage,
        texts,
        new RunId(call.callId()),
        stage.state().position().nextEffect(),
        1,
        texts.read(call.arguments()));
  }
}
