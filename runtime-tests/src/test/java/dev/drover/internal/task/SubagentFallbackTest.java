package dev.drover.internal.task;

import static dev.drover.fixture.FakeAgents.broken;
import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.MultiAgentModel.delegates;
import static dev.drover.fixture.MultiAgentModel.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.budget.ModelPrices;
import dev.drover.fixture.MultiAgentModel;
import dev.drover.fixture.NamedModel;
import dev.drover.fixture.TaskFixture;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.Failure;
import dev.drover.policy.Policy;
import dev.drover.query.SessionQueries.UsageLedger.UsageLedgerLine;
import dev.drover.store.memory.MemoryStore;
import dev.drover.task.Subagent;
import dev.drover.testkit.CrashingStore;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Subagents with their own model, which fails permanently, and a declared fallback.
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
  private final Subagent scout = TaskFixture.SCOUT.with(own).fallback(spare);

  private static Drover drover(ModelPrices prices) {
    return Drover.on(new CrashingStore(new MemoryStore(), CrashingStore.NEVER_CRASHES))
        .prices(prices)
        .build();
  }

  private AgentBuilder clerk(Drover drover) {
    return drover
        .agent("clerk")
        .model(
            new MultiAgentModel(
                Map.of(
                    "clerk",
                    (said, _) -> said == 0 ? delegates(order("look")) : says("it is there"))))
        .policy(Policy.ALLOW_ALL)
        .subagents(List.of(scout));
  }

  @Test
  @Tag("F5")
  void aChildContinuesWithItsOwnFallbackAtThePriceOfThatModel() {
    try (var drover =
        drover(ModelPrices.NONE.with(SPARE, ModelPrices.perMillion("1.00", "2.00", "0", "0")))) {
      var session = clerk(drover).build().open(TaskFixture.SESSION, OpenMode.CREATE);
      assertThat(session.ask("look").text()).isEqualTo("it is there");
      var child = TaskFixture.firstChild(drover, session.id());
      assertThat(TaskFixture.all(drover, child, Event.ModelReplaced.class))
          .extracting(
              replaced -> replaced.fallback().model(), replaced -> replaced.fallback().price())
          .containsExactly(tuple(SPARE, ModelPrices.perMillion("1.00", "2.00", "0", "0")));
      assertThat(session.ledger().lines())
          .extracting(UsageLedgerLine::source, UsageLedgerLine::model)
          .contains(tuple("clerk/scout", SPARE));
      assertThat(own.requests()).hasSize(1);
    }
  }

  @Test
  @Tag("E7")
  void aFallbackMustHaveAPriceWhereMoneyIsLimited() {
    var prices =
        ModelPrices.NONE
            .with("fake/cast", ModelPrices.perMillion("3.00", "15.00", "0", "0"))
            .with(OWN, ModelPrices.perMillion("3.00", "15.00", "0", "0"));
    try (var drover = drover(prices)) {
      var session =
          clerk(drover)
              .budgets(BudgetSet.NONE.ofRun(Budget.NONE.money("100.00")))
              .build()
              .open(TaskFixture.SESSION, OpenMode.CREATE);
      session.ask("look");
      assertThat(TaskFixture.all(drover, session.id(), Event.TaskStarted.class)).isEmpty();
      assertThat(TaskFixture.all(drover, session.id(), Event.ToolSettled.class))
          .singleElement()
          .satisfies(
              settled ->
                  assertThat(settled.outcome().toString())
                      .contains("there is no price for the model 'fake/spare'"));
      assertThat(own.requests()).isEmpty();
    }
  }

  @Test
  void aDuplicateFallbackAndAFallbackWithoutAModelAreRefused() {
    assertThatThrownBy(() -> scout.fallback(own))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("fallback: 'fake/own' is named twice");
    assertThatThrownBy(() -> TaskFixture.SCOUT.fallback(spare))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("scout: without a model of its own it has the fallbacks of its parent");
  }
}
