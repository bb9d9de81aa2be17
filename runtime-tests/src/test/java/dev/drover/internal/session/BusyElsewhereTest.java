package dev.drover.internal.session;

import static dev.drover.internal.session.BusySessionFixture.queued;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.InboxWrapper;
import dev.drover.testkit.StoreWrapper;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Inputs to a session while another process drives its run.
@Tag("B2")
@Timeout(60)
final class BusyElsewhereTest {
  private final BusySessionFixture fixture = new BusySessionFixture();

  @Test
  void anotherProcessMayQueueAndSteer(@TempDir Path folder) throws Exception {
    var file = folder.resolve("drover.db");
    try (var first = Drover.on(SqliteStore.open(file)).build();
        var second = Drover.on(SqliteStore.open(file)).build()) {
      var run = fixture.goingIn(fixture.session(first));
      var other = fixture.session(second);
      var later = other.send(queued("second"));
      assertThat(other.steer("Not that one.").id()).isEqualTo(run.id());
      fixture.goOn().countDown();
      assertThat(run.await().text()).isEqualTo("answer 1");
      assertThat(later.await().text()).isEqualTo("answer 2");
    }
  }

  @Test
  @Tag("B4")
  void aProcessWithAnOlderStateCancelsARunOfAnotherProcess(@TempDir Path folder) throws Exception {
    var file = folder.resolve("drover.db");
    try (var first = Drover.on(SqliteStore.open(file)).build();
        var second = Drover.on(SqliteStore.open(file)).build()) {
      var other = fixture.session(second);
      other.compact(1);
      var run = fixture.goingIn(fixture.session(first));
      assertThat(other.cancel()).isTrue();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  @Test
  @Tag("B9")
  void whatAnotherProcessHasWrittenIsSeenInASessionThatIsLoadedHere(@TempDir Path folder)
      throws Exception {
    var file = folder.resolve("drover.db");
    try (var first = Drover.on(SqliteStore.open(file)).build();
        var second = Drover.on(SqliteStore.open(file)).build()) {
      var other = fixture.session(second);
      other.compact(1);
      assertThat(other.history()).isEmpty();
      var own = fixture.session(first);
      var run = fixture.goingIn(own);
      assertThat(other.currentRun()).map(Run::id).contains(run.id());
      fixture.goOn().countDown();
      assertThat(run.await().text()).isEqualTo("answer 1");
      assertThat(other.eventCount()).isEqualTo(own.eventCount());
      assertThat(other.lastResponse()).contains("answer 1");
      assertThat(second.queries().snapshot(other.id()))
          .isEqualTo(first.queries().snapshot(own.id()));
    }
  }

  @Test
  void steeringFromAnotherProcessReturnsTheReceivingRunEvenIfItHasEnded(@TempDir Path folder)
      throws Exception {
    var file = folder.resolve("drover.db");
    try (var first = Drover.on(SqliteStore.open(file)).build();
        var second =
            Drover.on(new DelayedStatusStore(SqliteStore.open(file), fixture.goOn())).build()) {
      var run = fixture.goingIn(fixture.session(first));
      assertThat(fixture.session(second).steer("Not that one.").id()).isEqualTo(run.id());
      assertThat(run.await().text()).isEqualTo("answer 1");
    }
  }

  /// Reads the status of an input only after the run that received it has ended.
  private static final class DelayedStatusStore extends StoreWrapper {
    private final Store inner;
    private final CountDownLatch goOn;

    DelayedStatusStore(Store inner, CountDownLatch goOn) {
      super(inner);
      this.inner = inner;
      this.goOn = goOn;
    }

    @Override
    public Inbox inbox() {
      return new InboxWrapper(inner.inbox()) {
        @Override
        public Optional<InputStatus> status(SessionId session, InputId input) {
          while (inner.inbox().status(session, input).orElseThrow()
              instanceof InputStatus.Waiting) {
            Thread.onSpinWait();
          }
          goOn.countDown();
          while (inner.catalog().session(session).orElseThrow().running() != null) {
            Thread.onSpinWait();
          }
          return inner.inbox().status(session, input);
        }
      };
    }
  }
}
