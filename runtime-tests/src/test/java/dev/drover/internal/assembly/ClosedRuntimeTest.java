package dev.drover.internal.assembly;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.hook.Hook;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.SessionUnavailable.RuntimeClosed;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.session.ForkPoint;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Calls to a closed runtime.
@Tag("B5")
@Timeout(60)
final class ClosedRuntimeTest {
  private static final SessionId SESSION = new SessionId("s-1");

  @Test
  void everyCallOfAClosedRuntimeInMemoryIsRefusedWithATypedProblem() {
    everyCallIsRefused(new MemoryStore());
  }

  @Test
  void everyCallOfAClosedRuntimeOnSqliteIsRefusedWithATypedProblem(@TempDir Path folder) {
    everyCallIsRefused(SqliteStore.open(folder.resolve("store.db")));
  }

  private static void everyCallIsRefused(Store store) {
    var drover = Drover.on(store).build();
    var agent = drover.agent("clerk").model(FakeModel.playing(says("hi"))).build();
    var session = agent.open(SESSION);
    session.ask("hello");
    var run = session.run(session.runs().getFirst().run()).orElseThrow();
    var queries = drover.queries();
    var approvals = drover.approvals();
    drover.close();
    drover.close();
    var softly = new SoftAssertions();
    ofRuntime(drover, agent)
        .forEach((name, call) -> refused(softly, name, call, RuntimeClosed.class));
    ofHandles(session, run)
        .forEach((name, call) -> refused(softly, name, call, RuntimeClosed.class));
    refused(softly, "old queries", queries::sessions, RuntimeClosed.class);
    refused(softly, "old approvals", approvals::open, RuntimeClosed.class);
    refused(softly, "send", () -> session.send("more"), SessionClosed.class);
    refused(softly, "idle", session::isIdle, SessionClosed.class);
    refused(softly, "tool", () -> session.tool("look", Map.of()), SessionClosed.class);
    softly.assertAll();
    assertThat(session.isClosed()).isTrue();
    assertThat(drover.sessions()).isEmpty();
    assertThat(drover.close(SESSION)).isFalse();
  }

  private static Map<String, ThrowingCallable> ofRuntime(Drover drover, Agent agent) {
    return Map.of(
        "agent", () -> drover.agent("other"),
        "open", agent::open,
        "open by id", () -> agent.open(SESSION),
        "queries", () -> drover.queries().sessions(),
        "approvals", () -> drover.approvals().open(),
        "grants", () -> drover.grants(),
        "cancel", () -> drover.cancel(SESSION, null, "ann", "why"),
        "delete", () -> drover.delete(SESSION),
        "fork", () -> drover.fork(SESSION, ForkPoint.here()),
        "undo", () -> drover.undo(new RunId("r-1"), "ann"));
  }

  private static Map<String, ThrowingCallable> ofHandles(Session session, Run run) {
    return Map.of(
        "history", session::history,
        "runs", session::runs,
        "events", session::events,
        "cancel", session::cancel,
        "delete", session::delete,
        "status", run::status,
        "run events", run::events,
        "await", () -> run.await(Duration.ofSeconds(1)),
        "cancel run", run::cancel);
  }

  private static void refused(
      SoftAssertions softly, String name, ThrowingCallable call, Class<?> type) {
    softly.assertThatThrownBy(call).as(name).isInstanceOf(type);
  }

  @Test
  @Tag("B11")
  void aVeryLongTimeoutIsUnlimited() {
    var eternity = Duration.ofSeconds(Long.MAX_VALUE);
    try (var drover = Drover.inMemory()) {
      var session =
          drover
              .agent("clerk")
              .model(FakeModel.playing(says("hi")))
              .answerWithin(eternity)
              .fallbackAfter(eternity)
              .budgets(BudgetSet.NONE.ofRun(Budget.NONE.time(eternity)))
              .hook(Hook.beforePrompt("slow", _ -> GateOutcome.proceed()).within(eternity))
              .build()
              .open(SESSION);
      var run = session.send("hello");
      assertThat(run.await(eternity).orElseThrow().text()).isEqualTo("hi");
      assertThat(session.run(run.id()).orElseThrow().await(eternity)).isPresent();
      assertThat(session.awaitIdle(eternity)).isTrue();
      session.signal();
      assertThat(session.awaitWakeup(eternity)).isTrue();
      try (var events = session.events()) {
        assertThat(events.next(eternity)).isPresent();
      }
      assertThat(session.awaitWakeup(Duration.ofSeconds(Long.MIN_VALUE))).isFalse();
    }
  }
}
