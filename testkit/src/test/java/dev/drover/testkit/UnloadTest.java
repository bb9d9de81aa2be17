package dev.drover.testkit;

import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.SessionId;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Run;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Journal;
import dev.drover.testkit.Fakes.FakeModel;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Sessions that have to go because there are too many.
@Tag("B7")
final class UnloadTest {
  /// More than a session takes letters.
  private static final int OFTEN = 100;

  private static final SessionId SLOW = new SessionId("slow");

  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  /// A store that takes its time over the first prompt of one session.
  private final class HoldingBack extends StoreWrapper {
    HoldingBack() {
      super(new MemoryStore());
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public void append(Append append) {
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
  void aSessionThatCannotGoYetIsNotAskedSoOftenThatNobodyElseIsHeard() throws Exception {
    try (var drover = Drover.on(new HoldingBack()).loadedSessions(1).build()) {
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
      Waiting.until(() -> second.isDone() || sender.getState() == Thread.State.WAITING);
      released.countDown();
      assertThat(first.get(30, TimeUnit.SECONDS).await().text()).isEqualTo("done");
      assertThat(second.get(30, TimeUnit.SECONDS).await().text()).isEqualTo("done");
    }
  }

  @Test
  void thoseGoInWhichNothingHasHappenedForLong() throws InterruptedException {
    try (var drover = Drover.on(new MemoryStore()).loadedSessions(10).build()) {
      var agent = drover.agent("clerk").model(FakeModel.playing(says("done"))).build();
      var busy = agent.open(new SessionId("busy"));
      for (int i = 0; i < OFTEN; i++) {
        agent.open(new SessionId("s-" + i)).ask("hi");
        busy.ask("again");
      }
      Waiting.until(() -> sessions(drover) <= 10);
      assertThat(drover.sessions()).contains(busy.id());
    }
  }

  @Test
  void thoseGoTooThatWereOnlyOpened() throws InterruptedException {
    try (var drover = Drover.on(new MemoryStore()).loadedSessions(10).build()) {
      var agent = drover.agent("clerk").model(FakeModel.playing(says("done"))).build();
      for (int i = 0; i < OFTEN; i++) {
        agent.open(new SessionId("s-" + i));
      }
      Waiting.until(() -> sessions(drover) <= 10);
    }
  }

  @RepeatedTest(3)
  void whoeverEndsAtTheSameTimeIsHeard() throws InterruptedException {
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
      Waiting.until(() -> sessions(drover) <= 10);
    }
  }

  /// Those that are loaded or that somebody has a handle of: others are open until they are
  /// collected.
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
