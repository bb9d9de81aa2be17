package dev.drover.testkit;

import static dev.drover.testkit.Cast.delegates;
import static dev.drover.testkit.Cast.inBackground;
import static dev.drover.testkit.Cast.order;
import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static dev.drover.testkit.TaskStage.SESSION;
import static dev.drover.testkit.TaskStage.all;
import static dev.drover.testkit.TaskStage.assertStrictlyReplayed;
import static dev.drover.testkit.TaskStage.clerk;
import static dev.drover.testkit.TaskStage.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Event;
import dev.drover.kernel.Problem;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Run;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.problem.StoreFailed;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Journal;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A run waits for a child, and its store is away when the child ends: the word lies in the inbox,
/// and nobody drives the run. Whoever speaks to the session then takes the run over, and it still
/// hears what was said before.
@Tag("A12")
@Tag("F3")
@Timeout(30)
final class UnheardTest {
  private static final Ask HURRY = Ask.of("hurry").whenBusy(WhenBusy.STEER);

  private final VirtualTime time = new VirtualTime();
  private final Parted store = new Parted();
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final Drover drover = Drover.on(store).time(time).build();

  @AfterEach
  void close() {
    store.comeBack();
    drover.close();
  }

  /// Writes nothing of one session while it is away; while it is blind nothing of it is read
  /// either, and so nobody knows what was written.
  private static final class Parted extends StoreWrapper {
    /// An append, and two looks whether it was written all the same.
    private final CountDownLatch missed = new CountDownLatch(3);

    private volatile boolean isAway;
    private volatile boolean isBlind;

    Parted() {
      super(new MemoryStore());
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public void append(Append append) {
          if (isAway && append.session().equals(SESSION)) {
            missed.countDown();
            throw away();
          }
          super.append(append);
        }

        @Override
        public Optional<Slice> read(SessionId session, long after, int limit) {
          // Before anybody hears of it who may end it.
          boolean isUnreadable = isBlind && session.equals(SESSION);
          if (isAway && session.equals(SESSION)) {
            missed.countDown();
          }
          if (isUnreadable) {
            throw away();
          }
          return super.read(session, after, limit);
        }
      };
    }

    private static PortException away() {
      return new PortException(
          new Problem("store_unavailable", "Away", "it is away", "Try again."), null);
    }

    void comeBack() {
      isAway = false;
      isBlind = false;
    }
  }

  private Session session() {
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            Cast.giving(order("Where is it?")),
            "clerk/scout",
            (_, _) -> {
              goOn.await();
              return says("here");
            });
    return open(clerk(drover, minds));
  }

  /// What is sent next is read after the session has tried to hear of the end of its task.
  private Run waitingInVain(Session session) throws InterruptedException {
    var run = session.send("Find it.");
    Waiting.until(() -> !all(drover, SESSION, Event.ToolDeferred.class).isEmpty());
    store.isBlind = true;
    store.isAway = true;
    goOn.countDown();
    store.missed.await();
    return run;
  }

  @Test
  void whoeverIsHeardLetsTheRunHearWhatWasSaidBefore() throws Exception {
    var session = session();
    var run = waitingInVain(session);
    store.comeBack();
    assertThat(session.send(HURRY).id()).isEqualTo(run.id());
    assertThat(run.await().text()).contains("here");
    assertStrictlyReplayed(drover, SESSION);
  }

  @Test
  void aWordThatCannotBeHeardDoesNotStopWhatIsUnderWay() throws Exception {
    var begun = new CountDownLatch(1);
    var paid = new CountDownLatch(1);
    var pay =
        FakeTool.unsafe(
            "pay",
            _ -> {
              begun.countDown();
              paid.await();
              return done("paid");
            });
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            (said, request) ->
                switch (said) {
                  case 0 -> delegates(inBackground("Where is it?"));
                  case 1 -> calls("pay");
                  default -> says(String.join("; ", Cast.all(request)));
                },
            "clerk/scout",
            (_, _) -> {
              goOn.await();
              return says("here");
            });
    var run = open(clerk(drover, minds).tools(pay)).send("Find it, and pay.");
    begun.await();
    store.isAway = true;
    goOn.countDown();
    store.missed.await();
    store.comeBack();
    paid.countDown();
    assertThat(Waiting.forEnd(run, time).text()).contains("paid");
    Waiting.until(() -> isHeard());
    assertStrictlyReplayed(drover, SESSION);
  }

  private boolean isHeard() {
    time.advanceToNext();
    return !all(drover, SESSION, Event.TaskEnded.class).isEmpty();
  }

  @Test
  void aWordIsHeardSoonAfterTheStoreIsBack() throws Exception {
    var run = waitingInVain(session());
    time.advance(Duration.ofSeconds(1));
    store.comeBack();
    var end = run.await(Duration.ofMillis(1));
    for (int i = 0; i < 8 && end.isEmpty(); i++) {
      time.advance(Duration.ofMillis(500));
      end = run.await(Duration.ofSeconds(1));
    }
    assertThat(end.orElseThrow().text()).contains("here");
  }

  @Test
  void whoeverCannotBeHeardDoesNotKeepTheRunFromHearingIt() throws Exception {
    var session = session();
    var run = waitingInVain(session);
    assertThatThrownBy(() -> session.send(HURRY)).isInstanceOf(StoreFailed.class);
    store.comeBack();
    assertThat(Waiting.forEnd(run, time).text()).contains("here");
    assertStrictlyReplayed(drover, SESSION);
  }
}
