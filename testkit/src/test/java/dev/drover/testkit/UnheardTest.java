package dev.drover.testkit;

import static dev.drover.testkit.Cast.order;
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
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Run;
import dev.drover.runtime.RunReport;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.problem.StoreFailed;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Journal;
import java.time.Duration;
import java.util.Map;
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
    store.isAway = false;
    drover.close();
  }

  /// Writes nothing of one session while it is away.
  private static final class Parted extends StoreWrapper {
    private final CountDownLatch missed = new CountDownLatch(1);
    private volatile boolean isAway;

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
            throw new PortException(
                new Problem("store_unavailable", "Away", "it is away", "Try again."), null);
          }
          super.append(append);
        }
      };
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
    store.isAway = true;
    goOn.countDown();
    store.missed.await();
    return run;
  }

  /// Time goes on while everybody waits.
  private RunReport awaitEnd(Run run) {
    var end = run.await(Duration.ofMillis(2));
    while (end.isEmpty()) {
      time.advanceToNext();
      end = run.await(Duration.ofMillis(2));
    }
    return end.get();
  }

  @Test
  void whoeverIsHeardLetsTheRunHearWhatWasSaidBefore() throws Exception {
    var session = session();
    var run = waitingInVain(session);
    store.isAway = false;
    assertThat(session.send(HURRY).id()).isEqualTo(run.id());
    assertThat(run.await().text()).contains("here");
    assertStrictlyReplayed(drover, SESSION);
  }

  @Test
  void whoeverCannotBeHeardDoesNotKeepTheRunFromHearingIt() throws Exception {
    var session = session();
    var run = waitingInVain(session);
    assertThatThrownBy(() -> session.send(HURRY)).isInstanceOf(StoreFailed.class);
    store.isAway = false;
    assertThat(awaitEnd(run).text()).contains("here");
    assertStrictlyReplayed(drover, SESSION);
  }
}
