package dev.drover.runtime.perform;

import dev.drover.kernel.JudgedCall;
import dev.drover.kernel.RunId;
import dev.drover.kernel.ToolCall;
import dev.drover.runtime.agent.Judge;
import dev.drover.runtime.agent.PolicyInForce;
import dev.drover.runtime.agent.Texts;
import dev.drover.spi.secret.Redactor;

/// Judges calls that the host makes itself.
public final class DirectJudge {
  private final Texts texts;
  private final Judge judge;
  private final Redactor redactor;

  public DirectJudge(Texts texts, PolicyInForce policies, Redactor redactor) {
    this.texts = texts;
    this.judge = new Judge(texts, policies);
    this.redactor = redactor;
  }

  /// As a call of the model would be judged.
  public JudgedCall judge(Stage stage, ToolCall call) {
    var invocation = invocation(stage, call);
    return redactor.finds(invocation.arguments())
        ? Judge.secretive(call)
        : judge.judge(
            new Judge.Bench(stage.agent(), stage.state(), stage.grants()), call, invocation);
  }

  /// Looks whether there is such a tool and whether the arguments fit, and asks nobody.
  public JudgedCall admit(Stage stage, ToolCall call) {
    var invocation = invocation(stage, call);
    return redactor.finds(invocation.arguments())
        ? Judge.secretive(call)
        : judge.admit(stage.agent(), call, invocation);
  }

  private Invocation invocation(Stage stage, ToolCall call) {
    return new Invocation(
        stage,
        texts,
        new RunId(call.callId()),
        stage.state().position().nextEffect(),
        1,
        texts.read(call.arguments()),
        "");
  }
}
