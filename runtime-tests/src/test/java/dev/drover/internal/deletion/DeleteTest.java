package dev.drover.internal.deletion;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Agent;
import dev.drover.Approvals;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.DeferredCallKey;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.problem.SessionUnavailable.SessionDeleted;
import dev.drover.problem.StoreFailed;
import dev.drover.query.RunSnapshot;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import dev.drover.tool.DeferredCalls;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("B10")
@Timeout(60)
final class DeleteTest {
  private static final SessionId SESSION = new SessionId("s-1");

  private final CountDownLatch inside = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicInteger ended = new AtomicInteger();

  private Agent agent(Drover drover) {
    var tool =
        FakeTool.unsafe(
            "slow",
            _ -> {
              inside.countDown();
              try {
                release.await();
              } finally {
                ended.incrementAndGet();
              }
              return done("at last");
            });
    return drover
        .agent("clerk")
        .model(FakeModel.playing(calls("slow"), says("done")))
        .tools(tool)
        .policy(Policy.ALLOW_ALL)
        .build();
  }

  private static Store shared(Store store) {
    return new CrashingStore(store, CrashingStore.NEVER_CRASHES);
  }

  @Test
  void everyDeleteReturnsWhenTheRunHasEndedAndNothingIsLeftInMemory() throws Exception {
    deleteWhileARunIsGoing(new MemoryStore());
  }

  @Test
  void everyDeleteReturnsWhenTheRunHasEndedAndNothingIsLeftOnSqlite(@TempDir Path folder)
      throws Exception {
    deleteWhileARunIsGoing(SqliteStore.open(folder.resolve("store.db")));
  }

  private void deleteWhileARunIsGoing(Store store) throws Exception {
    try (var drover = Drover.on(store).build()) {
      var session = agent(drover).open(SESSION);
      var run = session.send("go");
      var events = session.events();
      inside.await();
      var seen = new ArrayList<String>();
      var deleters = new ArrayList<Thread>();
      for (int i = 0; i < 8; i++) {
        boolean byId = i % 2 == 0;
        deleters.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      if (byId) {
                        drover.delete(SESSION);
                      } else {
                        session.delete();
                      }
                      synchronized (seen) {
                        seen.add(ended + " ended, " + drover.queries().sessions().size() + " left");
                      }
                    }));
      }
      for (var deleter : deleters) {
        deleter.join();
      }
      assertThat(seen).hasSize(8).containsOnly("1 ended, 0 left");
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
      while (events.next().isPresent()) {
        // The stream ends.
      }
      assertThat(events.isAtEnd()).isTrue();
      assertThat(drover.sessions()).isEmpty();
      assertThat(drover.queries().run(run.id())).isEmpty();
      assertGone(drover, session);
    }
  }

  @Test
  void aDeleteThatLosesARaceLeavesNothingOfTheSession() throws Exception {
    var hasSeen = new CountDownLatch(1);
    var isGone = new CountDownLatch(1);
    var store =
        new StoreWrapper(new MemoryStore()) {
          @Override
          public Catalog catalog() {
            // The forks are queried once the session has been found.
            return watched(
                super.catalog(),
                () -> {
                  if (hasSeen.getCount() > 0) {
                    hasSeen.countDown();
                    isGone.await();
                  }
                });
          }
        };
    try (var drover = Drover.on(store).build()) {
      var session = agent(drover).open(SESSION);
      var late = Thread.ofVirtual().start(() -> drover.delete(SESSION));
      hasSeen.await();
      assertThat(drover.delete(SESSION)).isTrue();
      isGone.countDown();
      late.join();
      assertThat(drover.sessions()).isEmpty();
      assertGone(drover, session);
      assertThat(drover.sessions()).isEmpty();
    }
  }

  private interface Step {
    void run() throws InterruptedException;
  }

  private static Catalog watched(Catalog inner, Step beforeForks) {
    return (Catalog)
        Proxy.newProxyInstance(
            Catalog.class.getClassLoader(),
            new Class<?>[] {Catalog.class},
            (_, method, arguments) -> {
              if (method.getName().equals("forks")) {
                beforeForks.run();
              }
              return method.invoke(inner, arguments);
            });
  }

  private static void assertGone(Drover drover, Session session) {
    session.delete();
    session.close();
    assertThat(session.isClosed()).isTrue();
    List<Runnable> uses =
        List.of(
            () -> session.send("more"),
            session::history,
            session::runs,
            session::events,
            session::cancel,
            session::artifacts,
            session::isIdle,
            () -> session.tool("slow", Map.of()));
    for (var use : uses) {
      assertThatThrownBy(use::run)
          .isInstanceOf(SessionClosed.class)
          .hasMessageContaining(SESSION.value());
    }
    assertThat(drover.delete(SESSION)).isFalse();
    assertThat(drover.close(SESSION)).isFalse();
    assertThatThrownBy(() -> drover.cancel(SESSION, null, "anna", "no"))
        .isInstanceOf(SessionNotFound.class);
    assertThat(
            drover
                .approvals()
                .answer(
                    new ApprovalId(SESSION, new EffectId(1)),
                    new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE),
                    "anna"))
        .isEqualTo(Approvals.Receipt.NOT_OPEN);
    var key = new DeferredCallKey(SESSION, new EffectId(1));
    assertThat(drover.deferrals().complete(key, "late", "bob"))
        .isEqualTo(DeferredCalls.Receipt.NOT_OPEN);
  }

  @Test
  void aDeletedIdIsNeverOpenedAgainInMemory() {
    var store = new MemoryStore();
    neverOpenAgain(() -> shared(store));
  }

  @Test
  void aDeletedIdIsNeverOpenedAgainOnSqlite(@TempDir Path folder) {
    neverOpenAgain(() -> SqliteStore.open(folder.resolve("store.db")));
  }

  private void neverOpenAgain(Supplier<Store> stores) {
    try (var drover = Drover.on(stores.get()).build()) {
      var agent = agent(drover);
      agent.open(SESSION);
      assertThat(drover.delete(SESSION)).isTrue();
      assertThat(drover.delete(new SessionId("unknown"))).isFalse();
      assertCannotBeOpened(agent);
      assertThat(drover.queries().sessions()).isEmpty();
    }
    try (var drover = Drover.on(stores.get()).build()) {
      assertCannotBeOpened(agent(drover));
      assertThat(drover.queries().sessions()).isEmpty();
      assertThat(drover.sessions()).doesNotContain(SESSION);
    }
  }

  private static void assertCannotBeOpened(Agent agent) {
    for (var mode : OpenMode.values()) {
      assertThatThrownBy(() -> agent.open(SESSION, mode))
          .isInstanceOfSatisfying(
              SessionDeleted.class,
              gone -> assertThat(gone.problem().code()).isEqualTo("session_deleted"));
    }
  }

  @Test
  void aSessionThatAnotherProcessDrivesIsBusyAndIsNotDeleted() throws Exception {
    var store = new MemoryStore();
    try (var driver = Drover.on(shared(store)).build();
        var other = Drover.on(shared(store)).build()) {
      var run = agent(driver).open(SESSION).send("go");
      inside.await();
      var handle = agent(other).open(SESSION, OpenMode.RESUME);
      long events = handle.eventCount();
      assertThatThrownBy(handle::delete).isInstanceOf(SessionBusy.class);
      assertThatThrownBy(() -> other.delete(SESSION)).isInstanceOf(SessionBusy.class);
      assertThat(handle.isClosed()).isFalse();
      assertThat(handle.eventCount()).isEqualTo(events);
      release.countDown();
      assertThat(run.await().text()).isEqualTo("done");
      assertThat(handle.send("again").await().status()).isEqualTo(RunStatus.COMPLETED);
      handle.delete();
      assertThatThrownBy(() -> agent(driver).open(SESSION)).isInstanceOf(SessionDeleted.class);
    }
  }

  @Test
  void aSessionOfADeadProcessIsDeletedWithoutItsAgent() throws Exception {
    var store = new MemoryStore();
    var mortal = new CrashingStore(store, 3);
    var dying = Drover.on(mortal).build();
    agent(dying).open(SESSION).send("go");
    mortal.awaitCrash();
    dying.disconnect();
    try (var drover = Drover.on(shared(store)).build()) {
      assertThat(drover.queries().unfinished()).hasSize(1);
      assertThat(drover.delete(SESSION)).isTrue();
      assertThat(drover.queries().sessions()).isEmpty();
    }
    assertThat(ended).hasValueLessThanOrEqualTo(1);
  }

  /// The same store, with an action before a session is deleted.
  private static StoreWrapper deletingAfter(Store store, Runnable before) {
    return new StoreWrapper(store) {
      @Override
      public Journal journal() {
        return new JournalWrapper(store.journal()) {
          @Override
          public void delete(SessionId session, long after) {
            before.run();
            super.delete(session, after);
          }
        };
      }
    };
  }

  @Test
  void aFailedDeleteLeavesTheSessionIntactAndUsable() throws Exception {
    var store = new MemoryStore();
    var full = new AtomicInteger(1);
    var failing =
        deletingAfter(
            store,
            () -> {
              if (full.getAndDecrement() > 0) {
                throw new PortException(
                    new Problem("store_full", "Full", "no room", "Wait."), null);
              }
            });
    try (var drover = Drover.on(failing).build()) {
      var session = agent(drover).open(SESSION);
      session.send("go");
      inside.await();
      assertThatThrownBy(session::delete).isInstanceOf(StoreFailed.class);
      assertThat(session.isClosed()).isFalse();
      assertThat(session.runs())
          .extracting(RunSnapshot::status)
          .containsExactly(RunStatus.CANCELLED);
      session.delete();
      assertThat(drover.queries().sessions()).isEmpty();
    }
  }

  @Test
  void nothingIsDeletedBeforeTheToolsHaveEnded() throws Exception {
    var store = new MemoryStore();
    var deleting = new CountDownLatch(1);
    var watched = deletingAfter(store, deleting::countDown);
    var overtaken = new AtomicBoolean();
    var tool =
        FakeTool.unsafe(
            "tidy",
            _ -> {
              try {
                inside.countDown();
                release.await();
              } catch (InterruptedException stopped) {
                overtaken.set(deleting.await(300, TimeUnit.MILLISECONDS));
              }
              return done("tidied up");
            });
    try (var drover = Drover.on(watched).build()) {
      var agent = drover.agent("clerk").model(FakeModel.playing(calls("tidy"), says("done")));
      agent.tools(tool).policy(Policy.ALLOW_ALL).build().open(SESSION).send("go");
      inside.await();
      assertThat(drover.delete(SESSION)).isTrue();
      assertThat(deleting.getCount()).isZero();
      assertThat(overtaken).isFalse();
    }
  }

  @Test
  void aClosedSessionCanBeDeletedThroughItsHandle() {
    try (var drover = Drover.on(new MemoryStore()).build()) {
      var session = agent(drover).open(SESSION);
      session.close();
      session.delete();
      assertThat(drover.queries().sessions()).isEmpty();
      assertThatThrownBy(session::history).isInstanceOf(SessionClosed.class);
    }
  }
}
