package dev.drover.internal.task;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.fixture.MultiAgentModel.delegates;
import static dev.drover.fixture.MultiAgentModel.inBackground;
import static dev.drover.fixture.MultiAgentModel.order;
import static dev.drover.fixture.TaskFixture.SESSION;
import static dev.drover.fixture.TaskFixture.all;
import static dev.drover.fixture.TaskFixture.assertStrictlyReplayed;
import static dev.drover.fixture.TaskFixture.clerk;
import static dev.drover.fixture.TaskFixture.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.MultiAgentModel;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.problem.StoreFailed;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Journal;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import dev.drover.testkit.VirtualTime;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A run waits for a child, and its store is unavailable when the child ends: the input stays in
/// the inbox, and no process drives the run. The next input to the session takes the run over, and
/// the run also receives the earlier input.
@Tag("A12")
@Tag("F3")
@Timeout(30)
final class UndeliveredTaskEndTest {
  private static final Ask HURRY = Ask.of("hurry").whenBusy(WhenBusy.STEER);

  private final VirtualTime time = new VirtualTime();
  private final UnavailableStore store = new UnavailableStore();
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final Drover drover = Drover.on(store).time(time).build();

  @AfterEach
  void close() {
    store.comeBack();
    drover.close();
  }

  /// Fails the appends of one session while it is away; while it is blind its reads fail as well,
  /// so the result of an append is unknown.
  private static final class UnavailableStore extends StoreWrapper {
    /// An append, and two checks whether it was written.
    private final CountDownLatch missed = new CountDownLatch(3);

    private volatile boolean isAway;
    private volatile boolean isBlind;

    UnavailableStore() {
      super(new MemoryStore());
    }

    @Override
    public Journal journal() {
      return new JournalWrapper(super.journal()) {
        @Override
        public void append(Journal.Append append) {
          if (isAway && append.session().equals(SESSION)) {
            missed.countDown();
            throw away();
          }
          super.append(append);
        }

        @Override
        public Optional<Slice> read(SessionId session, long after, int limit) {
          // Evaluated before the test can end the failure.
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
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            MultiAgentModel.giving(order("Where is it?")),
            "clerk/scout",
            (_, _) -> {
              goOn.await();
              return says("here");
            });
    return open(clerk(drover, minds));
  }

  /// Returns after the session has tried to receive the end of its task.
  private Run runWithUndeliveredEnd(Session session) throws InterruptedException {
    var run = session.send("Find it.");
    ApprovalWaits.until(() -> !all(drover, SESSION, Event.ToolDeferred.class).isEmpty());
    store.isBlind = true;
    store.isAway = true;
    goOn.countDown();
    store.missed.await();
    return run;
  }

  @Test
  void takingOverARunDeliversItsWaitingInputs() throws Exception {
    var session = session();
    var run = runWithUndeliveredEnd(session);
    store.comeBack();
    assertThat(session.send(HURRY).id()).isEqualTo(run.id());
    assertThat(run.await().text()).contains("here");
    assertStrictlyReplayed(drover, SESSION);
  }

  @Test
  void anUndeliverableInputDoesNotStopRunningCalls() throws Exception {
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
        Map.<String, MultiAgentModel.Mind>of(
            "clerk",
            (said, request) ->
                switch (said) {
                  case 0 -> delegates(inBackground("Where is it?"));
                  case 1 -> calls("pay");
                  default -> says(String.join("; ", MultiAgentModel.all(request)));
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
    assertThat(ApprovalWaits.forEnd(run, time).text()).contains("paid");
    ApprovalWaits.until(() -> isHeard());
    assertStrictlyReplayed(drover, SESSION);
  }

  private boolean isHeard() {
    time.advanceToNext();
    return !all(drover, SESSION, Event.TaskEnded.class).isEmpty();
  }

  @Test
  void aWaitingInputIsDeliveredSoonAfterTheStoreRecovers() throws Exception {
    var run = runWithUndeliveredEnd(session());
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
  void aFailedSendDoesNotPreventDeliveryOfWaitingInputs() throws Exception {
    var session = session();
    var run = runWithUndeliveredEnd(session);
    assertThatThrownBy(() -> session.send(HURRY)).isInstanceOf(StoreFailed.class);
    store.comeBack();
    assertThat(ApprovalWaits.forEnd(run, time).text()).contains("here");
    assertStrictlyReplayed(drover, SESSION);
  }
}
