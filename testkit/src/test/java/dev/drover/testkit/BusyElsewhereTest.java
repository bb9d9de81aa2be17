package dev.drover.testkit;

import static dev.drover.testkit.BusyStage.queued;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Drover;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.InputId;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of those who speak to a session while another process drives its run.
@Tag("B2")
@Timeout(60)
final class BusyElsewhereTest {
  private final BusyStage stage = new BusyStage();

  @Test
  void anotherProcessMayQueueAndSteerAsWell(@TempDir Path folder) throws Exception {
    var file = folder.resolve("drover.db");
    try (var first = Drover.on(SqliteStore.open(file)).build();
        var second = Drover.on(SqliteStore.open(file)).build()) {
      var run = stage.goingIn(stage.session(first));
      var other = stage.session(second);
      var later = other.send(queued("second"));
      assertThat(other.steer("Not that one.").id()).isEqualTo(run.id());
      stage.goOn().countDown();
      assertThat(run.await().text()).isEqualTo("answer 1");
      assertThat(later.await().text()).isEqualTo("answer 2");
    }
  }

  @Test
  @Tag("B4")
  void whoeverKnewTheSessionBeforeARunOfAnotherProcessBeganCancelsItAllTheSame(@TempDir Path folder)
      throws Exception {
    var file = folder.resolve("drover.db");
    try (var first = Drover.on(SqliteStore.open(file)).build();
        var second = Drover.on(SqliteStore.open(file)).build()) {
      var other = stage.session(second);
      other.compact(1);
      var run = stage.goingIn(stage.session(first));
      assertThat(other.cancel()).isTrue();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  @Test
  void whoeverSteersFromAnotherProcessIsGivenTheRunThatHeardItThoughItIsOver(@TempDir Path folder)
      throws Exception {
    var file = folder.resolve("drover.db");
    try (var first = Drover.on(SqliteStore.open(file)).build();
        var second = Drover.on(new Dreamy(SqliteStore.open(file), stage.goOn())).build()) {
      var run = stage.goingIn(stage.session(first));
      assertThat(stage.session(second).steer("Not that one.").id()).isEqualTo(run.id());
      assertThat(run.await().text()).isEqualTo("answer 1");
    }
  }

  /// Sees what became of an input only when the run that took it is over.
  private static final class Dreamy extends StoreWrapper {
    private final Store inner;
    private final CountDownLatch goOn;

    Dreamy(Store inner, CountDownLatch goOn) {
      super(inner);
      this.inner = inner;
      this.goOn = goOn;
    }

    @Override
    public Inbox inbox() {
      return new InboxWrapper(inner.inbox()) {
        @Override
        public Optional<Fate> fate(SessionId session, InputId input) {
          while (inner.inbox().fate(session, input).orElseThrow() instanceof Fate.Waiting) {
            Thread.onSpinWait();
          }
          goOn.countDown();
          while (inner.catalog().session(session).orElseThrow().running() != null) {
            Thread.onSpinWait();
          }
          return inner.inbox().fate(session, input);
        }
      };
    }
  }
}
