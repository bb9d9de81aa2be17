package dev.drover.internal.task;

import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.MultiAgentModel.delegates;
import static dev.drover.fixture.MultiAgentModel.inBackground;
import static dev.drover.fixture.MultiAgentModel.last;
import static dev.drover.fixture.MultiAgentModel.order;
import static dev.drover.fixture.TaskFixture.SCOUT;
import static dev.drover.fixture.TaskFixture.SESSION;
import static dev.drover.fixture.TaskFixture.all;
import static dev.drover.fixture.TaskFixture.clerk;
import static dev.drover.fixture.TaskFixture.open;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.AgentBuilder;
import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.MultiAgentModel;
import dev.drover.fixture.TaskFixture;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.problem.DroverException;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.task.SessionTasks.TaskReport;
import dev.drover.task.Subagent;
import dev.drover.task.TaskAssignment;
import dev.drover.testkit.CrashMatrix;
import dev.drover.testkit.CrashScenario;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.PerformedEffects;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventStream;
import dev.drover.watch.Notice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Each started task ends once, wherever a process dies.
@Timeout(120)
@Tag("A13")
final class TaskCrashTest {
  @Test
  @Tag("F1")
  void tasksEndOnceAfterACrashAtAnyAppendInMemory() throws Exception {
    cutEverywhere(MemoryStore::new);
  }

  @Test
  @Tag("F1")
  void tasksEndOnceAfterACrashAtAnyAppendOnDisk(@TempDir Path folder) throws Exception {
    var files = new AtomicInteger();
    cutEverywhere(() -> SqliteStore.open(folder.resolve("s" + files.incrementAndGet() + ".db")));
  }

  private static void cutEverywhere(Supplier<Store> stores) throws InterruptedException {
    for (var trial : new CrashMatrix(stores, new ThreeScouts()).all()) {
      assertThat(trial.outcome().toString())
          .as("cut %d", trial.cut())
          .contains("one|failed it broke|three");
      var ended =
          trial.after().stream()
              .filter(entry -> entry.event() instanceof Event.TaskEnded)
              .map(entry -> ((Event.TaskEnded) entry.event()))
              .toList();
      assertThat(ended)
          .as("cut %d", trial.cut())
          .extracting(Event.TaskEnded::status)
          .containsExactlyInAnyOrder(TaskStatus.COMPLETED, TaskStatus.FAILED, TaskStatus.COMPLETED);
      assertThat(ended)
          .as("cut %d", trial.cut())
          .filteredOn(end -> end.status() == TaskStatus.COMPLETED)
          .extracting(Event.TaskEnded::usage)
          .containsOnly(new Usage(10, 2, 0, 0, 0));
    }
  }

  /// Three parallel children, one of which fails.
  private record ThreeScouts() implements CrashScenario {
    @Override
    public String prompt() {
      return "Find all.";
    }

    @Override
    public AgentBuilder configure(AgentBuilder agent, PerformedEffects ledger) {
      var minds =
          Map.<String, MultiAgentModel.Mind>of(
              "crash",
              MultiAgentModel.giving(order("one"), order("two"), order("three")),
              "crash/scout",
              (_, request) -> {
                if (last(request).equals("two")) {
                  throw new ModelException(
                      Failure.lasting(new Problem("model_broke", "Broke", "it broke", "")), null);
                }
                return says(last(request));
              });
      return agent
          .model(new MultiAgentModel(minds))
          .policy(Policy.ALLOW_ALL)
          .subagents(List.of(SCOUT));
    }
  }

  /// The budget covers three model calls: the first of the parent, and those of two of the three
  /// children.
  private record ShortOfMoney(CrashScenario inner) implements CrashScenario {
    @Override
    public String prompt() {
      return inner.prompt();
    }

    @Override
    public AgentBuilder configure(AgentBuilder agent, PerformedEffects ledger) {
      return inner
          .configure(agent, ledger)
          .model(
              new MultiAgentModel(
                  Map.of(
                      "crash",
                      MultiAgentModel.giving(order("one"), order("two"), order("three")),
                      "crash/scout",
                      (_, request) -> says(last(request)))))
          .budgets(BudgetSet.NONE.ofTree(Budget.NONE.modelCalls(3)));
    }
  }

  @Test
  @Tag("E7")
  void aCrashAtAnyAppendOfAFanOutDoesNotOverspendItsBudget() throws Exception {
    for (var trial : new CrashMatrix(MemoryStore::new, new ShortOfMoney(new ThreeScouts())).all()) {
      assertThat(trial.outcome())
          .as("cut %d", trial.cut())
          .isInstanceOfSatisfying(
              RunOutcome.Failed.class,
              failed ->
                  assertThat(failed.failure().problem().code()).isEqualTo("budget_exhausted"));
      assertThat(trial.after())
          .as("cut %d", trial.cut())
          .extracting(RecordedEvent::event)
          .filteredOn(Event.TaskEnded.class::isInstance)
          .extracting(event -> ((Event.TaskEnded) event).status())
          .containsExactlyInAnyOrder(TaskStatus.COMPLETED, TaskStatus.COMPLETED, TaskStatus.FAILED);
    }
  }

  @Test
  @Tag("F3")
  void aTaskThatEndedWithoutItsParentWakesItInTheNextProcess() throws Exception {
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            (said, request) -> {
              if (said == 0) {
                return delegates(inBackground("Look."));
              }
              return last(request).endsWith("found")
                  ? says("told: " + last(request))
                  : says("on its way");
            },
            "clerk/scout",
            (_, _) -> says("found"));
    int cuts = 0;
    for (int cut = 1; cut <= 20; cut++) {
      var own = new MemoryStore();
      var dying = new CrashingStore(own, cut);
      var first = Drover.on(dying).build();
      try {
        var run = open(clerk(first, minds)).send(Ask.of("Go.").withKey("once"));
        try (var events = run.events()) {
          while (!events.isAtEnd() && !dying.isCrashed()) {
            events.next(Duration.ofMillis(20));
          }
        }
      } catch (DroverException dead) {
        assertThat(dying.isCrashed()).as("cut %d: %s", cut, dead).isTrue();
      } finally {
        cuts += dying.isCrashed() ? 1 : 0;
        first.disconnect();
      }
      try (var second = TaskFixture.on(own)) {
        var session = open(clerk(second, minds));
        session.send(Ask.of("Go.").withKey("once")).await();
        try (var events = session.events()) {
          awaitAnswer(events, second, "found");
        }
        assertThat(all(second, SESSION, Event.TaskEnded.class)).as("cut %d", cut).hasSize(1);
      }
    }
    assertThat(cuts).isPositive();
  }

  /// Of the run that received the end, or of the one that it started.
  private static void awaitAnswer(EventStream events, Drover drover, String end) {
    while (!(events.next().orElseThrow() instanceof Notice.Happened happened
        && happened.event() instanceof Event.RunFinished finished
        && finished.outcome() instanceof RunOutcome.Completed(var text, _, _)
        && drover.queries().read(text).endsWith(end))) {}
  }

  @Test
  @Tag("F3")
  void aTaskThatEndsWhileItsParentIsUnloadedWakesIt() throws Exception {
    var goOn = new CountDownLatch(1);
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            (said, request) ->
                said == 0 ? delegates(inBackground("Look.")) : says("told: " + last(request)),
            "clerk/scout",
            (_, _) -> {
              goOn.await();
              return says("found");
            });
    try (var drover = TaskFixture.on(new MemoryStore())) {
      var session = open(clerk(drover, minds));
      session.ask("Go.");
      session.disconnect();
      assertThat(drover.sessions()).doesNotContain(SESSION).hasSize(1);
      goOn.countDown();
      try (var events = drover.queries().events(Cursor.start(SESSION))) {
        awaitAnswer(events, drover, "found");
      }
      assertThat(all(drover, SESSION, Event.TaskEnded.class)).hasSize(1);
    }
  }

  @Test
  @Tag("F1")
  void aChildWhoseAgentIsMissingAfterARestartKeepsItsDefinition() throws Exception {
    var own = new MemoryStore();
    var begun = new CountDownLatch(1);
    var worker = Subagent.of("worker", "counts", "Count to three.").withTools("look");
    var look = FakeAgents.FakeTool.pure("look", _ -> FakeAgents.done("seen"));
    var first = TaskFixture.on(own);
    var before =
        open(clerk(first, Map.of("clerk/worker", MultiAgentModel.hanging(begun))).tools(look));
    var host =
        Thread.ofVirtual().start(() -> loseSight(before, TaskAssignment.to(worker, "Count.")));
    begun.await();
    first.disconnect();
    host.join();
    Map<String, MultiAgentModel.Mind> minds =
        Map.of(
            "clerk/worker",
            (_, request) ->
                says(
                    request.instructions()
                        + request.tools().stream().map(tool -> tool.name()).toList()));
    try (var second = TaskFixture.on(own)) {
      var session = open(clerk(second, minds).tools(look));
      assertThat(session.awaitIdle(Duration.ofSeconds(30))).isTrue();
      var task = session.tasks().all().getFirst();
      assertThat(task.status()).isEqualTo(TaskReport.Status.COMPLETED);
      assertThat(second.queries().report(RunId.firstOf(task.child())))
          .hasValueSatisfying(
              report -> assertThat(report.text()).isEqualTo("Count to three.[look]"));
      assertThat(all(second, SESSION, Event.TaskEnded.class)).hasSize(1);
    }
  }

  private static void loseSight(Session session, TaskAssignment assignment) {
    try {
      session.tasks().run(assignment);
    } catch (DroverException gone) {
      assertThat(gone.problem().code()).isEqualTo("session_closed");
    }
  }
}
