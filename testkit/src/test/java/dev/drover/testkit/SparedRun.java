package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.says;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.policy.Policy;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.testkit.Fakes.FakeTool;

/// A run whose model is there for its first turn and then not any more, and whose second model has
/// never worked. What they say depends on the request alone, so it is the same in every life.
final class SparedRun implements Scenario {
  static final String FIRST = "fake/first";
  static final String SECOND = "fake/second";
  static final String THIRD = "fake/third";

  /// Stands in the ledger each time the first model is asked.
  static final EffectId ASKED_FIRST = new EffectId(1_001);

  /// Stands in the ledger each time the second model is asked.
  static final EffectId ASKED_SECOND = new EffectId(1_002);

  @Override
  public String prompt() {
    return "settle the bill";
  }

  @Override
  public AgentBuilder equip(AgentBuilder agent, Ledger ledger) {
    return agent
        .model(new NamedModel(FIRST, (request, _) -> first(request, ledger)))
        .fallback(
            new NamedModel(
                SECOND,
                (_, _) -> {
                  ledger.performed(ASKED_SECOND);
                  throw Fakes.broken(Failure.Retry.NEVER);
                }))
        .fallback(
            new NamedModel(THIRD, (request, _) -> said(request) == 1 ? calls("pay") : says("paid")))
        .tools(performing("look", ledger), performing("pay", ledger))
        .policy(Policy.ALLOW_ALL);
  }

  private static ModelReply first(ModelRequest request, Ledger ledger) throws ModelException {
    ledger.performed(ASKED_FIRST);
    if (said(request) == 0) {
      return calls("look");
    }
    throw Fakes.broken(Failure.Retry.NEVER);
  }

  private static long said(ModelRequest request) {
    return request.messages().stream().filter(Message.Assistant.class::isInstance).count();
  }

  private static FakeTool performing(String tool, Ledger ledger) {
    return FakeTool.unsafe(
        tool,
        call -> {
          ledger.performed(call.effect());
          return Fakes.done(tool + " done");
        });
  }
}
