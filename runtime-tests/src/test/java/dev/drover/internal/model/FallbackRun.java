package dev.drover.internal.model;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.says;

import dev.drover.AgentBuilder;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.NamedModel;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.policy.Policy;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.testkit.CrashScenario;
import dev.drover.testkit.PerformedEffects;

/// A run whose first model works for one turn only, and whose second model never works. Replies
/// depend on the request alone, so they are the same in every process.
final class FallbackRun implements CrashScenario {
  static final String FIRST = "fake/first";
  static final String SECOND = "fake/second";
  static final String THIRD = "fake/third";

  /// Recorded each time the first model is called.
  static final EffectId ASKED_FIRST = new EffectId(1_001);

  /// Recorded each time the second model is called.
  static final EffectId ASKED_SECOND = new EffectId(1_002);

  @Override
  public String prompt() {
    return "settle the bill";
  }

  @Override
  public AgentBuilder configure(AgentBuilder agent, PerformedEffects ledger) {
    return agent
        .model(new NamedModel(FIRST, (request, _) -> first(request, ledger)))
        .fallback(
            new NamedModel(
                SECOND,
                (_, _) -> {
                  ledger.performed(ASKED_SECOND);
                  throw FakeAgents.broken(Failure.Retry.NEVER);
                }))
        .fallback(
            new NamedModel(THIRD, (request, _) -> said(request) == 1 ? calls("pay") : says("paid")))
        .tools(performing("look", ledger), performing("pay", ledger))
        .policy(Policy.ALLOW_ALL);
  }

  private static ModelReply first(ModelRequest request, PerformedEffects ledger)
      throws ModelException {
    ledger.performed(ASKED_FIRST);
    if (said(request) == 0) {
      return calls("look");
    }
    throw FakeAgents.broken(Failure.Retry.NEVER);
  }

  private static long said(ModelRequest request) {
    return request.messages().stream().filter(Message.Assistant.class::isInstance).count();
  }

  private static FakeTool performing(String tool, PerformedEffects ledger) {
    return FakeTool.unsafe(
        tool,
        call -> {
          ledger.performed(call.effect());
          return FakeAgents.done(tool + " done");
        });
  }
}
