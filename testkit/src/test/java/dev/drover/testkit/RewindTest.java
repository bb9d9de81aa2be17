package dev.drover.testkit;

import static dev.drover.testkit.ForkStage.INTERRUPTED;
import static dev.drover.testkit.ForkStage.SOURCE;
import static dev.drover.testkit.ForkStage.clerk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.runtime.Drover;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.spi.store.Catalog.ForkRow;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Sessions that go back to where they were, and go on from there.
@Tag("B12")
@Tag("B13")
@Timeout(60)
final class RewindTest {
  @Test
  void rewindSwitchesToAForkAndBranchesShowTheFamily() throws Exception {
    try (var drover = Drover.inMemory()) {
      var first = clerk(drover).open(SOURCE);
      first.ask("one");
      first.ask("two");
      var second = first.rewind(5);
      assertThat(first.isClosed()).isTrue();
      assertThat(second.history()).hasSize(2);
      second.ask("three");
      var third = second.rewind(3);
      assertThat(third.history()).hasSize(2).endsWith(INTERRUPTED);
      assertThat(third.branches())
          .extracting(ForkRow::session, ForkRow::source, ForkRow::at)
          .containsExactly(tuple(second.id(), SOURCE, 5L), tuple(third.id(), second.id(), 3L));
      assertThat(drover.forks(SOURCE)).extracting(ForkRow::session).containsExactly(second.id());
      assertThat(clerk(drover).open(SOURCE).history()).hasSize(4);
    }
  }

  @Test
  void aSessionAtWorkIsNotRewound() throws Exception {
    var begun = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      var session = Fakes.talker(drover, begun).open(SOURCE);
      session.send("talk");
      begun.await();
      assertThatThrownBy(() -> session.rewind(2)).isInstanceOf(SessionBusy.class);
      assertThat(session.isClosed()).isFalse();
      assertThat(session.branches()).isEmpty();
    }
  }
}
