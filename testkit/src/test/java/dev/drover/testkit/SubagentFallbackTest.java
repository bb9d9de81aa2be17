package dev.drover.testkit;

import static dev.drover.testkit.Cast.delegates;
import static dev.drover.testkit.Cast.order;
import static dev.drover.testkit.Fakes.broken;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Drover;
import dev.drover.runtime.LedgerLine;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.budget.Prices;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.task.Subagent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Subagents with a model of their own that fails for good, and another that they declare.
@Tag("C2")
@Tag("F1")
@Timeout(60)
final class SubagentFallbackTest {
  private static final String OWN = "fake/own";
  private static final String SPARE = "fake/spare";

  private final NamedModel own =
      new NamedModel(
          OWN,
          (_, _) -> {
            throw broken(Failure.Retry.NEVER);
          });
  private final NamedModel spare = new NamedModel(SPARE, (_, _) -> says("found"));
  private final Subagent scout = TaskStage.SCOUT.with(own).fallback(spare);

  private static Drover drover(Prices prices) {
    return Drover.on(new MortalStore(new MemoryStore(), MortalStore.IMMORTAL))
        .prices(prices)
        .build();
  }

  private AgentBuilder clerk(Drover drover) {
    return drover
        .agent("clerk")
        .model(
            new Cast(
                Map.of(
                    "clerk",
                    (said, _) -> said == 0 ? delegates(order("look")) : says("it is there"))))
        .policy(Policy.ALLOW_ALL)
        .subagents(List.of(scout));
  }

  @Test
  @Tag("F5")
  void theChildGoesOnWithItsOwnFallbackAtThatModelsPrice() {
    try (var drover =
        drover(Prices.NONE.with(SPARE, Prices.perMillion("1.00", "2.00", "0", "0")))) {
      var session = clerk(drover).build().open(TaskStage.SESSION, OpenMode.CREATE);
      assertThat(session.ask("look").text()).isEqualTo("it is there");
      var child = TaskStage.firstChild(drover, session.id());
      assertThat(TaskStage.all(drover, child, Event.ModelReplaced.class))
          .extracting(
              replaced -> replaced.fallback().model(), replaced -> replaced.fallback().price())
          .containsExactly(tuple(SPARE, Prices.perMillion("1.00", "2.00", "0", "0")));
      assertThat(session.ledger().lines())
          .extracting(LedgerLine::source, LedgerLine::model)
          .contains(tuple("clerk/scout", SPARE));
      assertThat(own.requests()).hasSize(1);
    }
  }

  @Test
  @Tag("E7")
  void whereMoneyIsLimitedTheFallbackMustHaveAPrice() {
    var prices =
        Prices.NONE
            .with("fake/cast", Prices.perMillion("3.00", "15.00", "0", "0"))
            .with(OWN, Prices.perMillion("3.00", "15.00", "0", "0"));
    try (var drover = drover(prices)) {
      var session =
          clerk(drover)
              .budgets(Budgets.NONE.ofRun(Budget.NONE.money("100.00")))
              .build()
              .open(TaskStage.SESSION, OpenMode.CREATE);
      session.ask("look");
      assertThat(TaskStage.all(drover, session.id(), Event.TaskStarted.class)).isEmpty();
      assertThat(TaskStage.all(drover, session.id(), Event.ToolSettled.class))
          .singleElement()
          .satisfies(
              settled ->
                  assertThat(settled.outcome().toString())
                      .contains("there is no price for the model 'fake/spare'"));
      assertThat(own.requests()).isEmpty();
    }
  }

  @Test
  void aModelThatIsNamedTwiceAndAFallbackWithoutAModelAreRefused() {
    assertThatThrownBy(() -> scout.fallback(own))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("fallback: 'fake/own' is named twice");
    assertThatThrownBy(() -> TaskStage.SCOUT.fallback(spare))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("scout: without a model of its own it has the fallbacks of its parent");
  }
}
