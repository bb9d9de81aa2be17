package dev.drover.internal.inbox;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.spi.store.Journal;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Sessions that are unloaded because there are too many.
@Tag("B7")
final class UnloadTest {
  /// More messages than the queue of a session holds.
  private static final int OFTEN = 100;

  private static final SessionId SLOW = new SessionId("slow");

  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  /// A store that delays the first prompt of one session.
  private final class DelayingStore extends StoreWrapper {
    DelayingStore() {
      super(new MemoryStore());
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public void append(Journal.Append append) {
          if (append.session().equals(SLOW) && append.after() > 0 && held.getCount() > 0) {
            held.countDown();
            try {
              assertThat(released.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException stopped) {
              Thread.currentThread().interrupt();
            }
          }
          super.append(append);
        }
      };
    }
  }

  @Test
  void evictionAttemptsDoNotBlockTheInputsOfABusySession() throws Exception {
    try (var drover = Drover.on(new DelayingStore()).loadedSessions(1).build()) {
      var agent = drover.agent("clerk").model(FakeModel.playing(says("done"))).build();
      var slow = agent.open(SLOW);
      var first = sent(() -> slow.send("go"));
      assertThat(held.await(30, TimeUnit.SECONDS)).isTrue();
      var quick = agent.open(new SessionId("quick"));
      for (int i = 0; i < OFTEN; i++) {
        quick.ask("hurry");
      }
      var second = new FutureTask<>(() -> slow.send(Ask.of("more").whenBusy(WhenBusy.QUEUE)));
      var sender = Thread.ofVirtual().start(second);
      ApprovalWaits.until(() -> second.isDone() || sender.getState() == Thread.State.WAITING);
      released.countDown();
      assertThat(first.get(30, TimeUnit.SECONDS).await().text()).isEqualTo("done");
      assertThat(second.get(30, TimeUnit.SECONDS).await().text()).isEqualTo("done");
    }
  }

  @Test
  void theLeastRecentlyActiveSessionsAreUnloaded() throws InterruptedException {
    try (var drover = Drover.on(new MemoryStore()).loadedSessions(10).build()) {
      var agent = drover.agent("clerk").model(FakeModel.playing(says("done"))).build();
      var busy = agent.open(new SessionId("busy"));
      for (int i = 0; i < OFTEN; i++) {
        agent.open(new SessionId("s-" + i)).ask("hi");
        busy.ask("again");
      }
      ApprovalWaits.until(() -> sessions(drover) <= 10);
      assertThat(drover.sessions()).contains(busy.id());
    }
  }

  @Test
  void sessionsThatWereOnlyOpenedAreUnloadedToo() throws InterruptedException {
    try (var drover = Drover.on(new MemoryStore()).loadedSessions(10).build()) {
      var agent = drover.agent("clerk").model(FakeModel.playing(says("done"))).build();
      for (int i = 0; i < OFTEN; i++) {
        agent.open(new SessionId("s-" + i));
      }
      ApprovalWaits.until(() -> sessions(drover) <= 10);
    }
  }

  @RepeatedTest(3)
  void sessionsThatBecomeIdleConcurrentlyAreUnloaded() throws InterruptedException {
    try (var drover = Drover.on(new MemoryStore()).loadedSessions(10).build()) {
      var agent = drover.agent("clerk").model(FakeModel.playing(says("done"))).build();
      var guests = new ArrayList<Thread>();
      for (int i = 0; i < OFTEN; i++) {
        var id = new SessionId("s-" + i);
        guests.add(Thread.ofVirtual().start(() -> agent.open(id).ask("hi")));
      }
      for (var guest : guests) {
        guest.join();
      }
      ApprovalWaits.until(() -> sessions(drover) <= 10);
    }
  }

  /// Sessions that are loaded or have a handle: others stay open until they are collected.
  private static int sessions(Drover drover) {
    System.gc();
    return drover.sessions().size();
  }

  private static FutureTask<Run> sent(Callable<Run> prompt) {
    var task = new FutureTask<>(prompt);
    Thread.ofVirtual().start(task);
    return task;
  }
}
