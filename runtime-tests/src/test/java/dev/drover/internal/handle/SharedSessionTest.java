package dev.drover.internal.handle;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Agent;
import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Run;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.hook.Hook;
import dev.drover.hook.HookPoint;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.policy.Policy;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.problem.SessionUnavailable.SessionDeleted;
import dev.drover.store.memory.MemoryStore;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Several handles of one session.
@Tag("J8")
@Timeout(60)
final class SharedSessionTest {
  private static final SessionId SESSION = new SessionId("s-1");

  private final Drover drover = Drover.on(new MemoryStore()).build();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void close() {
    drover.close();
  }

  private Agent agent() {
    return agent(Policy.ALLOW_ALL);
  }

  private Agent agent(Policy policy) {
    return drover
        .agent("clerk")
        .model(FakeModel.playing(calls("wait"), says("done")))
        .tools(FakeTool.waiting(begun, goOn))
        .policy(policy)
        .hook(Hook.observer("start", HookPoint.SessionStart.class, _ -> told.add("start")))
        .hook(Hook.observer("end", HookPoint.SessionEnd.class, _ -> told.add("end")))
        .build();
  }

  @Test
  void closingOneHandleDoesNotAffectAnother() throws Exception {
    var agent = agent();
    var first = agent.open(SESSION);
    var run = first.send("go");
    begun.await();
    try (var second = agent.open(SESSION)) {
      assertThat(second.currentRun()).map(Run::id).contains(run.id());
    }
    assertThat(first.isClosed()).isFalse();
    assertThat(first.scope().isCancelled()).isFalse();
    goOn.countDown();
    assertThat(run.await().text()).isEqualTo("done");
    assertThat(told).doesNotContain("end");
  }

  @Test
  @Tag("B5")
  void theLastCloseEndsTheRunAndNotifiesHooksOnce() throws Exception {
    var agent = agent();
    var first = agent.open(SESSION);
    var second = agent.open(SESSION);
    var run = second.send("go");
    begun.await();
    second.close();
    assertThat(run.status()).isEqualTo(RunStatus.EXECUTING);
    first.close();
    assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(told).containsExactly("start", "end");
    assertThat(drover.sessions()).isEmpty();
  }

  @Test
  void aClosedHandleRefusesWorkWhileOthersAcceptIt() {
    goOn.countDown();
    var agent = agent();
    var first = agent.open(SESSION);
    var second = agent.open(SESSION);
    second.close();
    second.close();
    assertThat(second.isClosed()).isTrue();
    assertThatThrownBy(() -> second.send("go")).isInstanceOf(SessionClosed.class);
    assertThatThrownBy(() -> second.awaitWakeup(Duration.ofSeconds(5)))
        .isInstanceOf(SessionClosed.class);
    assertThat(first.ask("go").text()).isEqualTo("done");
    assertThat(second.turnCount()).as("what is closed can be read").isEqualTo(2);
  }

  @Test
  @Tag("B11")
  void closingAHandleEndsOnlyItsOwnWaitForAWakeup() throws Exception {
    var agent = agent();
    var first = agent.open(SESSION);
    var second = agent.open(SESSION);
    var thrown = new AtomicReference<Throwable>();
    var waiter =
        Thread.ofVirtual()
            .unstarted(
                () -> {
                  try {
                    second.awaitWakeup(Duration.ofMinutes(1));
                  } catch (SessionClosed closed) {
                    thrown.set(closed);
                  }
                });
    waiter.start();
    ApprovalWaits.until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
    second.close();
    waiter.join();
    assertThat(thrown.get()).isInstanceOf(SessionClosed.class);
    assertThat(first.isClosed()).isFalse();
  }

  @Test
  @Tag("B7")
  void closingBySessionIdClosesEveryHandle() throws Exception {
    var agent = agent();
    var first = agent.open(SESSION);
    var second = agent.open(SESSION);
    var run = first.send("go");
    begun.await();
    assertThat(drover.close(SESSION)).isTrue();
    assertThat(run.status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(List.of(first.isClosed(), second.isClosed())).containsOnly(true);
    assertThat(drover.close(SESSION)).isFalse();
    first.close();
    second.close();
    assertThat(told).containsExactly("start", "end");
  }

  @Test
  @Tag("B10")
  void deletingThroughOneHandleDeletesTheSessionForAll() {
    var agent = agent();
    var first = agent.open(SESSION);
    var second = agent.open(SESSION);
    second.delete();
    assertThat(first.isClosed()).isTrue();
    assertThatThrownBy(first::history).isInstanceOf(SessionClosed.class);
    assertThatThrownBy(() -> agent.open(SESSION)).isInstanceOf(SessionDeleted.class);
    first.close();
  }

  @Test
  void disconnectingOneHandleLeavesTheRunToTheOthers() throws Exception {
    var agent = agent();
    var first = agent.open(SESSION);
    var run = first.send("go");
    begun.await();
    agent.open(SESSION).disconnect();
    goOn.countDown();
    assertThat(run.await().text()).isEqualTo("done");
    assertThat(first.ask("more").text()).isEqualTo("done");
  }

  @Test
  @Tag("B7")
  void aRunOfACollectedHandleIsNotEndedWhenAnotherCloses() throws Exception {
    var agent = agent();
    var run = forgotten(agent);
    begun.await();
    agent.open(SESSION).close();
    goOn.countDown();
    assertThat(run.await().text()).isEqualTo("done");
    // No handle is left: this close is the last one.
    agent.open(SESSION).close();
    assertThat(told).endsWith("end");
  }

  @Test
  @Tag("B7")
  @Tag("E3")
  void aParkedRunOfACollectedHandleContinuesAfterAnAnswer() throws Exception {
    goOn.countDown();
    var agent = agent(Policy.ASK_ALWAYS);
    var run = forgotten(agent);
    var question = ApprovalWaits.forQuestion(drover, run);
    try (var second = agent.open(SESSION, OpenMode.RESUME)) {
      assertThat(second.currentRun()).isPresent();
    }
    drover
        .approvals()
        .answer(question.id(), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "ann");
    assertThat(run.await().text()).isEqualTo("done");
  }

  /// Sends a prompt, and lets the handle become garbage.
  private static Run forgotten(Agent agent) throws InterruptedException {
    var seen = new ArrayList<WeakReference<Session>>();
    var run = sent(agent, seen);
    ApprovalWaits.until(
        () -> {
          System.gc();
          return seen.getFirst().get() == null;
        });
    return run;
  }

  private static Run sent(Agent agent, List<WeakReference<Session>> seen) {
    var session = agent.open(SESSION);
    seen.add(new WeakReference<>(session));
    return session.send("go");
  }

  @Test
  void openingDuringACloseGetsAUsableSession() throws Exception {
    var closing = new CountDownLatch(1);
    var mayEnd = new CountDownLatch(1);
    var slow =
        FakeTool.unsafe(
            "slow",
            _ -> {
              begun.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException stop) {
                closing.countDown();
                mayEnd.await();
              }
              return done("stopped");
            });
    var agent =
        drover
            .agent("slow")
            .model(
                new FakeModel(
                    (request, _) ->
                        request.messages().size() == 1 ? calls("slow") : says("done again")))
            .tools(slow)
            .policy(Policy.ALLOW_ALL)
            .build();
    var first = agent.open(SESSION);
    first.send("go");
    begun.await();
    var closer = Thread.ofVirtual().start(first::close);
    closing.await();
    var text = new AtomicReference<String>();
    var opener = Thread.ofVirtual().start(() -> text.set(agent.open(SESSION).ask("more").text()));
    mayEnd.countDown();
    closer.join();
    opener.join();
    assertThat(text.get()).isEqualTo("done again");
  }

  @Test
  @Tag("B7")
  void handlesOfOneSessionCanBeOpenedUsedAndClosedConcurrently() throws Exception {
    var quick = new FakeModel((_, _) -> says("hello"));
    var agent = drover.agent("quick").model(quick).build();
    var answered = new AtomicInteger();
    var broken = Collections.synchronizedList(new ArrayList<Throwable>());
    var users = new ArrayList<Thread>();
    for (int i = 0; i < 16; i++) {
      users.add(Thread.ofVirtual().start(() -> use(agent, answered, broken)));
    }
    for (var user : users) {
      user.join();
    }
    assertThat(broken).isEmpty();
    assertThat(answered).hasValue(16 * 40);
    assertThat(drover.sessions()).isEmpty();
  }

  private static void use(Agent agent, AtomicInteger answered, List<Throwable> broken) {
    for (int i = 0; i < 40; i++) {
      var id = new SessionId("s-" + ThreadLocalRandom.current().nextInt(3));
      try (var session = agent.open(id)) {
        var ask = Ask.of("hi").whenBusy(WhenBusy.QUEUE);
        var report = session.send(ask).await();
        if (report.status() == RunStatus.COMPLETED) {
          answered.incrementAndGet();
        } else {
          broken.add(new AssertionError(report.toString()));
        }
      } catch (RuntimeException wrong) {
        broken.add(wrong);
      }
    }
  }
}
