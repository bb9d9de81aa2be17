package dev.drover.internal.spend;

import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.MultiAgentModel.order;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.MultiAgentModel;
import dev.drover.fixture.TaskFixture;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.RunId;
import dev.drover.store.memory.MemoryStore;
import dev.drover.task.SessionTasks.TaskReport;
import dev.drover.task.TaskAssignment;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Budgets of a session together with all its children.
@Tag("E7")
@Timeout(60)
final class TreeBudgetTest {
  private static final int CHILDREN = 8;

  private final MemoryStore store = new MemoryStore();
  private final AtomicInteger replies = new AtomicInteger();

  /// Where the account of the tree is set.
  enum Given {
    WITH_THE_AGENT,
    AS_AN_ACCOUNT,
    SET_FOR_THE_SESSION
  }

  private Map<String, MultiAgentModel.Mind> minds() {
    var all = new CountDownLatch(1);
    var orders = IntStream.range(0, CHILDREN).mapToObj(i -> order("look " + i));
    var giving = MultiAgentModel.giving(orders.toArray(String[]::new));
    return Map.of(
        "clerk",
        (said, request) -> {
          replies.incrementAndGet();
          all.countDown();
          return giving.reply(said, request);
        },
        "clerk/scout",
        (_, _) -> {
          all.await();
          return says("found " + replies.incrementAndGet());
        });
  }

  private Session open(Drover drover, Given given, Budget budget) {
    return open(TaskFixture.clerk(drover, minds()), given, budget);
  }

  private static Session open(AgentBuilder clerk, Given given, Budget budget) {
    switch (given) {
      case WITH_THE_AGENT -> clerk.budgets(BudgetSet.NONE.ofTree(budget));
      case AS_AN_ACCOUNT -> clerk.budgets(BudgetSet.NONE.ofAccount("acme", budget));
      case SET_FOR_THE_SESSION -> {}
    }
    var session = TaskFixture.open(clerk);
    if (given == Given.SET_FOR_THE_SESSION) {
      session.budgets().set(BudgetSet.NONE.ofAccount("acme", budget));
    }
    return session;
  }

  @ParameterizedTest
  @EnumSource
  void oneOfEightChildrenGetsTheLastUnitOfTheBudget(Given given) {
    try (var drover = TaskFixture.on(store)) {
      // One for the parent, which delegates, and one more.
      var session = open(drover, given, Budget.NONE.modelCalls(2));
      var report = session.send("look everywhere").await();
      assertThat(replies).hasValue(2);
      assertThat(report.problem().orElseThrow().problem().code()).isEqualTo("budget_exhausted");
      var tasks = session.tasks().all();
      assertThat(tasks).hasSize(CHILDREN);
      assertThat(tasks).filteredOn(task -> task.status() == TaskReport.Status.COMPLETED).hasSize(1);
      assertThat(tasks).filteredOn(task -> task.status() == TaskReport.Status.FAILED).hasSize(7);
      for (var task : tasks) {
        assertThat(TaskFixture.all(drover, task.child(), Event.RunFinished.class)).hasSize(1);
      }
    }
  }

  @Test
  void eachRunHasItsOwnTreeBudget() {
    try (var drover = TaskFixture.on(store)) {
      var session = open(drover, Given.WITH_THE_AGENT, Budget.NONE.modelCalls(2 + CHILDREN));
      assertThat(session.send("look everywhere").await().status()).isEqualTo(RunStatus.COMPLETED);
      session.clearHistory();
      assertThat(session.send("and again").await().status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(replies).hasValue(2 * (2 + CHILDREN));
    }
  }

  @Test
  void tasksOfTheHostAreChargedToTheAccountToo() {
    try (var drover = TaskFixture.on(store)) {
      var session = open(drover, Given.SET_FOR_THE_SESSION, Budget.NONE.modelCalls(1));
      session.send("look everywhere").await();
      assertThat(session.tasks().run("scout", "once more").text())
          .startsWith("the account acme has used 1 of its 1 model calls");
      assertThat(drover.queries().children(session.id())).isNotEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRunStartedByATaskOfTheHostHasTheSameBudget(Given given) throws Exception {
    var minds = Map.<String, MultiAgentModel.Mind>of("clerk/scout", (_, _) -> says("found"));
    try (var drover = TaskFixture.on(store)) {
      var session = open(TaskFixture.clerk(drover, minds), given, Budget.NONE.modelCalls(1));
      var task = session.tasks().start(TaskAssignment.to("scout", "look"));
      task.await();
      TaskFixture.awaitRuns(session, 1);
      var woken = session.run(new RunId("w-" + task.session())).orElseThrow();
      assertThat(woken.await().problem().orElseThrow().problem().code())
          .isEqualTo("budget_exhausted");
    }
  }
}
