package dev.drover.internal.fork;

import static dev.drover.internal.fork.ForkFixture.INTERRUPTED;
import static dev.drover.internal.fork.ForkFixture.SOURCE;
import static dev.drover.internal.fork.ForkFixture.clerk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.Drover;
import dev.drover.fixture.FakeAgents;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.spi.store.Catalog.ForkRow;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Sessions that are rewound and continued.
@Tag("B12")
@Tag("B13")
@Timeout(60)
final class RewindTest {
  @Test
  void rewindSwitchesToAForkAndBranchesListsAllForks() throws Exception {
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
  void aBusySessionIsNotRewound() throws Exception {
    var begun = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      var session = FakeAgents.talker(drover, begun).open(SOURCE);
      session.send("talk");
      begun.await();
      assertThatThrownBy(() -> session.rewind(2)).isInstanceOf(SessionBusy.class);
      assertThat(session.isClosed()).isFalse();
      assertThat(session.branches()).isEmpty();
    }
  }
}
