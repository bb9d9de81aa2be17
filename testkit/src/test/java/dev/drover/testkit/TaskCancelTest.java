package dev.drover.testkit;

import static dev.drover.testkit.Cast.delegates;
import static dev.drover.testkit.Cast.inBackground;
import static dev.drover.testkit.Cast.order;
import static dev.drover.testkit.Fakes.says;
import static dev.drover.testkit.TaskStage.SESSION;
import static dev.drover.testkit.TaskStage.all;
import static dev.drover.testkit.TaskStage.assertEnded;
import static dev.drover.testkit.TaskStage.assertStrictlyReplayed;
import static dev.drover.testkit.TaskStage.clerk;
import static dev.drover.testkit.TaskStage.firstChild;
import static dev.drover.testkit.TaskStage.open;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Event;
import dev.drover.kernel.Problem;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.TaskStatus;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Drover;
import dev.drover.runtime.SessionTasks.AfterCancel;
import dev.drover.runtime.TaskReport;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.task.Assignment;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Store;
import dev.drover.testkit.Fakes.FakeTool;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Who stops something stops all that works for it, and waits until it rests.
@Timeout(120)
final class TaskCancelTest {
  private final MemoryStore store = new MemoryStore();
  private final CountDownLatch begun = new CountDownLatch(1);

  @Test
  @Tag("F4")
  @Tag("B6")
  void whoCancelsARunCancelsAllThatItWaitsFor() throws Exception {
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk", (_, _) -> delegates(order("Wait.")), "clerk/scout", Cast.hanging(begun));
    try (var drover = TaskStage.on(store)) {
      var session = open(clerk(drover, minds));
      var run = session.send("Go.");
      begun.await();
      var child = firstChild(drover, SESSION);
      assertThat(run.cancel()).isTrue();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
      assertEnded(drover, child, RunStatus.CANCELLED);
      assertThat(all(drover, SESSION, Event.TaskEnded.class))
          .containsExactly(new Event.TaskEnded(child, TaskStatus.CANCELLED, Usage.NONE));
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  @Tag("F4")
  void tasksAreListedFoundAndCancelledOnce() throws Exception {
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk", Cast.giving(order("Wait.")), "clerk/scout", Cast.hanging(begun));
    try (var drover = TaskStage.on(store)) {
      var session = open(clerk(drover, minds));
      var run = session.send("Go.");
      begun.await();
      var task = session.tasks().pending().getFirst();
      assertThat(task.agent()).isEqualTo("clerk/scout");
      assertThat(task.title()).isEqualTo("Wait.");
      assertThat(task.status()).isEqualTo(TaskReport.Status.RUNNING);
      assertThat(session.tasks().cancel(new SessionId("nobody"))).isFalse();
      assertThat(session.tasks().cancel(task.child())).isTrue();
      assertThat(session.tasks().cancel(task.child())).isFalse();
      assertThat(run.await().text()).contains("failed the task was cancelled by user");
      assertThat(session.tasks().pending()).isEmpty();
      assertThat(session.tasks().find(task.child()).orElseThrow().status())
          .isEqualTo(TaskReport.Status.CANCELLED);
    }
  }

  @Test
  @Tag("F3")
  @Tag("F4")
  void cancellingABackgroundTaskStartsARunOnlyIfTheHostSaysSo() throws Exception {
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            (said, _) -> said == 0 ? delegates(inBackground("Wait.")) : says("on its way"),
            "clerk/scout",
            Cast.hanging(begun));
    try (var drover = TaskStage.on(store)) {
      var session = open(clerk(drover, minds));
      session.ask("Go.");
      begun.await();
      var child = session.tasks().pending().getFirst().child();
      assertThat(session.tasks().cancel(child)).isTrue();
      Waiting.forEvent(session, Event.TaskEnded.class);
      assertThat(session.awaitIdle(Duration.ofSeconds(10))).isTrue();
      assertThat(session.runs()).hasSize(1);
      assertStrictlyReplayed(drover, SESSION);
      var second = session.tasks().start(Assignment.to("scout", "Wait again."));
      assertThat(session.tasks().cancel(second.session(), AfterCancel.TELL_MODEL)).isTrue();
      TaskStage.awaitRuns(session, 2);
      assertThat(session.runs()).hasSize(2);
      assertThat(session.history().toString()).contains("was cancelled by the user");
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  @Tag("B5")
  void aCloseEndsWhatGoesOnInTheBackground() throws Exception {
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            (said, _) -> said == 0 ? delegates(inBackground("Wait.")) : says("on its way"),
            "clerk/scout",
            Cast.hanging(begun));
    try (var drover = TaskStage.on(store)) {
      var session = open(clerk(drover, minds));
      session.ask("Go.");
      begun.await();
      var child = session.tasks().pending().getFirst().child();
      session.close();
      assertEnded(drover, child, RunStatus.CANCELLED);
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  @Tag("B5")
  void aCloseThatCannotSeeWhatBecameOfAChildDoesNotThrow() throws Exception {
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk", Cast.giving(order("Wait.")), "clerk/scout", Cast.hanging(begun));
    var blind = new AtomicBoolean();
    try (var drover = TaskStage.on(new Blind(store, blind))) {
      var session = open(clerk(drover, minds));
      session.send("Go.");
      begun.await();
      blind.set(true);
      session.close();
      blind.set(false);
      assertThat(session.isClosed()).isTrue();
      assertEnded(drover, SESSION, RunStatus.CANCELLED);
    }
  }

  /// Does not find any session while it cannot see.
  private static final class Blind extends StoreWrapper {
    private final AtomicBoolean isBlind;

    Blind(Store inner, AtomicBoolean isBlind) {
      super(inner);
      this.isBlind = isBlind;
    }

    @Override
    public Catalog catalog() {
      var catalog = super.catalog();
      return (Catalog)
          Proxy.newProxyInstance(
              Catalog.class.getClassLoader(),
              new Class<?>[] {Catalog.class},
              (_, method, arguments) -> {
                if (isBlind.get() && method.getName().equals("session")) {
                  throw new PortException(
                      new Problem("store_unavailable", "Away", "the store is away", "Wait."), null);
                }
                return method.invoke(catalog, arguments);
              });
    }
  }

  /// A scout gives it on to another scout, whose tool does not end before it is told to.
  private Map<String, Cast.Mind> threeGenerations() {
    return Map.of(
        "clerk",
        (_, _) -> delegates(order("1")),
        "clerk/scout",
        (_, _) -> delegates(order("2")),
        "clerk/scout/scout",
        (_, _) -> Fakes.calls("dig"));
  }

  private FakeTool dig(AtomicBoolean ended) {
    return FakeTool.pure(
        "dig",
        _ -> {
          begun.countDown();
          try {
            new CountDownLatch(1).await();
          } finally {
            ended.set(true);
          }
          return Fakes.done("never");
        });
  }

  private List<SessionId> generations(Drover drover) {
    var child = firstChild(drover, SESSION);
    return List.of(SESSION, child, firstChild(drover, child));
  }

  @Test
  @Tag("B6")
  void aCancelReachesGrandchildrenAndReturnsWhenTheirToolsHaveEnded() throws Exception {
    var ended = new AtomicBoolean();
    try (var drover = TaskStage.on(store)) {
      var session = open(clerk(drover, threeGenerations()).tools(dig(ended)));
      session.send("Go.");
      begun.await();
      var generations = generations(drover);
      assertThat(session.cancel()).isTrue();
      assertThat(ended).isTrue();
      for (var each : generations) {
        assertEnded(drover, each, RunStatus.CANCELLED);
        assertStrictlyReplayed(drover, each);
      }
    }
  }

  @Test
  @Tag("B5")
  void aCloseReachesGrandchildrenAndReturnsWhenTheirToolsHaveEnded() throws Exception {
    var ended = new AtomicBoolean();
    try (var drover = TaskStage.on(store)) {
      var session = open(clerk(drover, threeGenerations()).tools(dig(ended)));
      session.send("Go.");
      begun.await();
      var generations = generations(drover);
      session.close();
      assertThat(ended).isTrue();
      for (var each : generations) {
        assertEnded(drover, each, RunStatus.CANCELLED);
      }
    }
  }
}
