package dev.drover.internal.task;

import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.MultiAgentModel.delegates;
import static dev.drover.fixture.MultiAgentModel.inBackground;
import static dev.drover.fixture.MultiAgentModel.order;
import static dev.drover.fixture.TaskFixture.SESSION;
import static dev.drover.fixture.TaskFixture.all;
import static dev.drover.fixture.TaskFixture.assertEnded;
import static dev.drover.fixture.TaskFixture.assertStrictlyReplayed;
import static dev.drover.fixture.TaskFixture.clerk;
import static dev.drover.fixture.TaskFixture.firstChild;
import static dev.drover.fixture.TaskFixture.open;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.MultiAgentModel;
import dev.drover.fixture.TaskFixture;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Store;
import dev.drover.store.memory.MemoryStore;
import dev.drover.task.SessionTasks.AfterCancel;
import dev.drover.task.SessionTasks.TaskReport;
import dev.drover.task.TaskAssignment;
import dev.drover.testkit.StoreWrapper;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Cancelling or closing also stops the children, and waits until they are idle.
@Timeout(120)
final class TaskCancelTest {
  private final MemoryStore store = new MemoryStore();
  private final CountDownLatch begun = new CountDownLatch(1);

  @Test
  @Tag("F4")
  @Tag("B6")
  void cancellingARunCancelsItsForegroundTasks() throws Exception {
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            (_, _) -> delegates(order("Wait.")),
            "clerk/scout",
            MultiAgentModel.hanging(begun));
    try (var drover = TaskFixture.on(store)) {
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
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            MultiAgentModel.giving(order("Wait.")),
            "clerk/scout",
            MultiAgentModel.hanging(begun));
    try (var drover = TaskFixture.on(store)) {
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
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            (said, _) -> said == 0 ? delegates(inBackground("Wait.")) : says("on its way"),
            "clerk/scout",
            MultiAgentModel.hanging(begun));
    try (var drover = TaskFixture.on(store)) {
      var session = open(clerk(drover, minds));
      session.ask("Go.");
      begun.await();
      var child = session.tasks().pending().getFirst().child();
      assertThat(session.tasks().cancel(child)).isTrue();
      ApprovalWaits.forEvent(session, Event.TaskEnded.class);
      assertThat(session.awaitIdle(Duration.ofSeconds(10))).isTrue();
      assertThat(session.runs()).hasSize(1);
      assertStrictlyReplayed(drover, SESSION);
      var second = session.tasks().start(TaskAssignment.to("scout", "Wait again."));
      assertThat(session.tasks().cancel(second.session(), AfterCancel.TELL_MODEL)).isTrue();
      TaskFixture.awaitRuns(session, 2);
      assertThat(session.runs()).hasSize(2);
      assertThat(session.history().toString()).contains("was cancelled by the user");
      assertStrictlyReplayed(drover, SESSION);
    }
  }

  @Test
  @Tag("B5")
  void closingEndsBackgroundTasks() throws Exception {
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            (said, _) -> said == 0 ? delegates(inBackground("Wait.")) : says("on its way"),
            "clerk/scout",
            MultiAgentModel.hanging(begun));
    try (var drover = TaskFixture.on(store)) {
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
  void aCloseThatCannotReadAChildDoesNotThrow() throws Exception {
    var minds =
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            MultiAgentModel.giving(order("Wait.")),
            "clerk/scout",
            MultiAgentModel.hanging(begun));
    var blind = new AtomicBoolean();
    try (var drover = TaskFixture.on(new BlindStore(store, blind))) {
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

  /// Finds no sessions while it is blind.
  private static final class BlindStore extends StoreWrapper {
    private final AtomicBoolean isBlind;

    BlindStore(Store inner, AtomicBoolean isBlind) {
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

  /// A scout delegates to another scout, whose tool ends only when it is allowed to.
  private Map<String, MultiAgentModel.Mind> threeGenerations() {
    return Map.of(
        "clerk",
        (_, _) -> delegates(order("1")),
        "clerk/scout",
        (_, _) -> delegates(order("2")),
        "clerk/scout/scout",
        (_, _) -> FakeAgents.calls("dig"));
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
          return FakeAgents.done("never");
        });
  }

  private List<SessionId> generations(Drover drover) {
    var child = firstChild(drover, SESSION);
    return List.of(SESSION, child, firstChild(drover, child));
  }

  @Test
  @Tag("B6")
  void cancellingReachesGrandchildrenAndReturnsWhenTheirToolsHaveEnded() throws Exception {
    var ended = new AtomicBoolean();
    try (var drover = TaskFixture.on(store)) {
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
  void closingReachesGrandchildrenAndReturnsWhenTheirToolsHaveEnded() throws Exception {
    var ended = new AtomicBoolean();
    try (var drover = TaskFixture.on(store)) {
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
