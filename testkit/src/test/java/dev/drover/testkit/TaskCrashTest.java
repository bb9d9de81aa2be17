package dev.drover.testkit;

import static dev.drover.testkit.Cast.delegates;
import static dev.drover.testkit.Cast.inBackground;
import static dev.drover.testkit.Cast.last;
import static dev.drover.testkit.Cast.order;
import static dev.drover.testkit.Fakes.says;
import static dev.drover.testkit.TaskStage.SCOUT;
import static dev.drover.testkit.TaskStage.SESSION;
import static dev.drover.testkit.TaskStage.all;
import static dev.drover.testkit.TaskStage.clerk;
import static dev.drover.testkit.TaskStage.open;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.TaskStatus;
import dev.drover.kernel.Usage;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;
import dev.drover.runtime.TaskReport;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.task.Assignment;
import dev.drover.runtime.task.Subagent;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.EventStream;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
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

/// Wherever a process dies, each task that was started ends once.
@Timeout(120)
@Tag("A13")
final class TaskCrashTest {
  @Test
  @Tag("F1")
  void whereverTheProcessDiesTheTasksEndOnceInMemory() throws Exception {
    cutEverywhere(MemoryStore::new);
  }

  @Test
  @Tag("F1")
  void whereverTheProcessDiesTheTasksEndOnceOnDisk(@TempDir Path folder) throws Exception {
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

  /// Three children side by side, of which one fails.
  private record ThreeScouts() implements Scenario {
    @Override
    public String prompt() {
      return "Find all.";
    }

    @Override
    public AgentBuilder equip(AgentBuilder agent, Ledger ledger) {
      var minds =
          Map.<String, Cast.Mind>of(
              "crash",
              Cast.giving(order("one"), order("two"), order("three")),
              "crash/scout",
              (_, request) -> {
                if (last(request).equals("two")) {
                  throw new ModelException(
                      Failure.lasting(new Problem("model_broke", "Broke", "it broke", "")), null);
                }
                return says(last(request));
              });
      return agent.model(new Cast(minds)).policy(Policy.ALLOW_ALL).subagents(List.of(SCOUT));
    }
  }

  /// Three model calls are paid for: the first of the one who gives out the work, and those of two
  /// of the three children.
  private record ShortOfMoney(Scenario inner) implements Scenario {
    @Override
    public String prompt() {
      return inner.prompt();
    }

    @Override
    public AgentBuilder equip(AgentBuilder agent, Ledger ledger) {
      return inner
          .equip(agent, ledger)
          .model(
              new Cast(
                  Map.of(
                      "crash",
                      Cast.giving(order("one"), order("two"), order("three")),
                      "crash/scout",
                      (_, request) -> says(last(request)))))
          .budgets(Budgets.NONE.ofTree(Budget.NONE.modelCalls(3)));
    }
  }

  @Test
  @Tag("E7")
  void whereverTheProcessDiesInAFanOutThatRunsShortNoMoreIsSpentThanThereIs() throws Exception {
    for (var trial : new CrashMatrix(MemoryStore::new, new ShortOfMoney(new ThreeScouts())).all()) {
      assertThat(trial.outcome())
          .as("cut %d", trial.cut())
          .isInstanceOfSatisfying(
              RunOutcome.Failed.class,
              failed ->
                  assertThat(failed.failure().problem().code()).isEqualTo("budget_exhausted"));
      assertThat(trial.after())
          .as("cut %d", trial.cut())
          .extracting(Recorded::event)
          .filteredOn(Event.TaskEnded.class::isInstance)
          .extracting(event -> ((Event.TaskEnded) event).status())
          .containsExactlyInAnyOrder(TaskStatus.COMPLETED, TaskStatus.COMPLETED, TaskStatus.FAILED);
    }
  }

  @Test
  @Tag("F3")
  void whatEndedWhileTheParentWasAwayWakesItInTheNextProcess() throws Exception {
    var minds =
        Map.<String, Cast.Mind>of(
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
      var dying = new MortalStore(own, cut);
      var first = Drover.on(dying).build();
      try {
        var run = open(clerk(first, minds)).send(Ask.of("Go.").withKey("once"));
        try (var events = run.events()) {
          while (!events.isAtEnd() && !dying.isDead()) {
            events.next(Duration.ofMillis(20));
          }
        }
      } catch (DroverException dead) {
        assertThat(dying.isDead()).as("cut %d: %s", cut, dead).isTrue();
      } finally {
        cuts += dying.isDead() ? 1 : 0;
        first.disconnect();
      }
      try (var second = TaskStage.on(own)) {
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

  /// Of the run that was told, or of the one that began because of it.
  private static void awaitAnswer(EventStream events, Drover drover, String end) {
    while (!(events.next().orElseThrow() instanceof Notice.Happened happened
        && happened.event() instanceof Event.RunFinished finished
        && finished.outcome() instanceof RunOutcome.Completed(var text, _, _)
        && drover.archive().read(text).endsWith(end))) {}
  }

  @Test
  @Tag("F3")
  void aTaskThatEndsWhileItsParentIsUnloadedWakesIt() throws Exception {
    var goOn = new CountDownLatch(1);
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            (said, request) ->
                said == 0 ? delegates(inBackground("Look.")) : says("told: " + last(request)),
            "clerk/scout",
            (_, _) -> {
              goOn.await();
              return says("found");
            });
    try (var drover = TaskStage.on(new MemoryStore())) {
      var session = open(clerk(drover, minds));
      session.ask("Go.");
      session.disconnect();
      assertThat(drover.sessions()).doesNotContain(SESSION).hasSize(1);
      goOn.countDown();
      try (var events = drover.archive().events(Cursor.start(SESSION))) {
        awaitAnswer(events, drover, "found");
      }
      assertThat(all(drover, SESSION, Event.TaskEnded.class)).hasSize(1);
    }
  }

  @Test
  @Tag("F1")
  void aChildWhoseAgentIsGoneAfterARestartGoesOnAsItWasBegun() throws Exception {
    var own = new MemoryStore();
    var begun = new CountDownLatch(1);
    var worker = Subagent.of("worker", "counts", "Count to three.").withTools("look");
    var look = Fakes.FakeTool.pure("look", _ -> Fakes.done("seen"));
    var first = TaskStage.on(own);
    var before = open(clerk(first, Map.of("clerk/worker", Cast.hanging(begun))).tools(look));
    var host = Thread.ofVirtual().start(() -> loseSight(before, Assignment.to(worker, "Count.")));
    begun.await();
    first.disconnect();
    host.join();
    Map<String, Cast.Mind> minds =
        Map.of(
            "clerk/worker",
            (_, request) ->
                says(
                    request.instructions()
                        + request.tools().stream().map(tool -> tool.name()).toList()));
    try (var second = TaskStage.on(own)) {
      var session = open(clerk(second, minds).tools(look));
      assertThat(session.awaitIdle(Duration.ofSeconds(30))).isTrue();
      var task = session.tasks().all().getFirst();
      assertThat(task.status()).isEqualTo(TaskReport.Status.COMPLETED);
      assertThat(second.archive().report(new RunId(task.child().value())))
          .hasValueSatisfying(
              report -> assertThat(report.text()).isEqualTo("Count to three.[look]"));
      assertThat(all(second, SESSION, Event.TaskEnded.class)).hasSize(1);
    }
  }

  private static void loseSight(Session session, Assignment assignment) {
    try {
      session.tasks().run(assignment);
    } catch (DroverException gone) {
      assertThat(gone.problem().code()).isEqualTo("session_closed");
    }
  }
}
