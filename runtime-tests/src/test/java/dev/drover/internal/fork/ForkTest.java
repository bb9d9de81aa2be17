package dev.drover.internal.fork;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.internal.fork.ForkFixture.FORK;
import static dev.drover.internal.fork.ForkFixture.INTERRUPTED;
import static dev.drover.internal.fork.ForkFixture.SOURCE;
import static dev.drover.internal.fork.ForkFixture.clerk;
import static dev.drover.testkit.ProviderConversationCheck.objections;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.WholeJournals;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.CursorInvalid;
import dev.drover.problem.InvalidRequest.SessionExists;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.RequestRefused.DeletionRefused;
import dev.drover.problem.SessionUnavailable.SessionDeleted;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.session.ForkPoint;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Forks of sessions, through the public API.
@Tag("B12")
@Timeout(60)
final class ForkTest {
  @Test
  @Tag("A13")
  void aForkAtAnyEventAcceptsAPromptWithoutChangingItsSourceInMemory() {
    forkEverywhere(MemoryStore::new);
  }

  @Test
  @Tag("A13")
  void aForkAtAnyEventAcceptsAPromptWithoutChangingItsSourceOnSqlite(@TempDir Path folder) {
    forkEverywhere(() -> SqliteStore.open(folder.resolve("store.db")));
  }

  private static void forkEverywhere(Supplier<Store> stores) {
    var model = ForkFixture.looking();
    try (var drover = Drover.on(stores.get()).build()) {
      var source = clerk(drover, model).open(SOURCE);
      source.ask("first");
      source.ask("look");
      var before = WholeJournals.of(drover, source.id());
      for (long at = 1; at <= before.size(); at++) {
        var fork = source.fork(at);
        assertThat(fork.totalUsage()).isEqualTo(Usage.NONE);
        assertThat(fork.runs()).isEmpty();
        assertThat(fork.ask("and now?").text()).isEqualTo("well");
        assertThat(objections(model.requests().getLast().messages())).as("at %d", at).isEmpty();
        var whole = WholeJournals.of(drover, fork.id());
        assertThat(whole.subList(0, (int) at)).isEqualTo(before.subList(0, (int) at));
        assertThat(whole)
            .extracting(RecordedEvent::seq)
            .containsExactlyElementsOf(numbersTo(whole.size()));
        assertThat(Replay.of(whole)).as("at %d", at).isInstanceOf(ReplayReport.class);
      }
      assertThat(WholeJournals.of(drover, source.id())).isEqualTo(before);
      assertThat(source.branches()).hasSize(before.size());
    }
  }

  private static List<Long> numbersTo(int last) {
    var numbers = new ArrayList<Long>();
    for (long seq = 1; seq <= last; seq++) {
      numbers.add(seq);
    }
    return numbers;
  }

  @Test
  void aForkOfARunningSessionInterruptsTheOpenTurnAndTheSourceContinues() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      var source =
          drover
              .agent("clerk")
              .model(FakeModel.playing(calls("wait"), says("done")))
              .tools(FakeTool.waiting(begun, goOn))
              .policy(Policy.ALLOW_ALL)
              .build()
              .open(SOURCE);
      var run = source.send("wait");
      begun.await();
      var fork = source.fork();
      assertThat(fork.isIdle()).isTrue();
      assertThat(fork.history())
          .hasSize(4)
          .endsWith(INTERRUPTED)
          .anyMatch(
              message ->
                  message instanceof Message.ToolResult(_, _, _, ToolOutcome.Unknown(var why), _)
                      && why.contains("may have happened"));
      goOn.countDown();
      assertThat(run.await().text()).isEqualTo("done");
      assertThat(WholeJournals.of(drover, source.id()))
          .extracting(RecordedEvent::event)
          .noneMatch(Event.SessionForked.class::isInstance);
      assertThat(source.history()).hasSize(4).doesNotContain(INTERRUPTED);
    }
  }

  @Test
  @Tag("A9")
  void pagesMarkTheForkPointAndStreamsCrossIt() {
    try (var drover = Drover.inMemory()) {
      var source = clerk(drover).open(SOURCE);
      source.ask("first");
      var fork = source.fork(new Cursor(SOURCE, 3));
      var page = fork.page(Cursor.start(fork.id()), 2);
      assertThat(page.shared()).isEqualTo(3);
      assertThat(page.tail()).isEqualTo(4);
      assertThat(page.hasMore()).isTrue();
      assertThat(page.gap()).isFalse();
      try (var events = fork.events(page.next())) {
        assertThat(((Notice.Happened) events.next().orElseThrow()).seq()).isEqualTo(3);
        assertThat(((Notice.Happened) events.next().orElseThrow()).event())
            .isEqualTo(
                new Event.SessionForked(fork.id(), SOURCE, 3, "clerk", workspace(source), "user"));
        fork.ask("and now?");
        assertThat(((Notice.Happened) events.next().orElseThrow()).seq()).isEqualTo(5);
      }
      assertThat(source.page(Cursor.start(SOURCE), 1).shared()).isZero();
      assertThatThrownBy(() -> source.fork(new Cursor(fork.id(), 3)))
          .isInstanceOf(CursorInvalid.class);
      assertThatThrownBy(() -> source.fork(99))
          .isInstanceOf(CursorInvalid.class)
          .hasMessageContaining("event 99 is past the last event");
    }
  }

  private static String workspace(Session session) {
    return session.drover().queries().session(session.id()).orElseThrow().workspace();
  }

  @Test
  @Tag("B10")
  void aSourceWithForksIsNotDeletedAndItsRunContinues() throws Exception {
    var begun = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      var source = FakeAgents.talker(drover, begun).open(SOURCE);
      var run = source.send("talk");
      begun.await();
      var fork = source.fork(ForkPoint.here().into(FORK));
      assertThatThrownBy(source::delete)
          .isInstanceOf(DeletionRefused.class)
          .hasMessageContaining("s-fork");
      assertThat(source.currentRun()).isPresent();
      fork.delete();
      source.delete();
      assertThat(drover.queries().sessions()).isEmpty();
      assertThat(run.id()).isNotNull();
      assertThatThrownBy(() -> drover.fork(SOURCE, ForkPoint.here()))
          .isInstanceOf(SessionDeleted.class);
    }
  }

  @Test
  void anExistingOrDeletedIdCannotBeTheTargetOfAFork() {
    try (var drover = Drover.inMemory()) {
      var agent = clerk(drover);
      var source = agent.open(SOURCE);
      var other = agent.open(FORK);
      assertThatThrownBy(() -> source.fork(ForkPoint.here().into(FORK)))
          .isInstanceOf(SessionExists.class);
      assertThat(other.origin()).isEmpty();
      other.delete();
      assertThatThrownBy(() -> source.fork(ForkPoint.here().into(FORK)))
          .isInstanceOf(SessionDeleted.class);
      assertThatThrownBy(() -> source.fork(ForkPoint.here().into(SOURCE)))
          .isInstanceOf(SessionExists.class);
      assertThat(source.eventCount()).isEqualTo(2);
    }
  }

  @Test
  @Tag("B8")
  void aForkHasTheTenantOfItsSourceAndOtherTenantsCannotForkIt() {
    try (var drover = Drover.inMemory()) {
      var source = clerk(drover).as(Identity.ofTenant("acme").principal("ann")).open(SOURCE);
      assertThatThrownBy(() -> drover.tenant("bolt").fork(SOURCE, ForkPoint.here()))
          .isInstanceOf(SessionNotFound.class);
      var fork = drover.tenant("acme").fork(SOURCE, ForkPoint.here().by("ben"));
      assertThat(drover.queries().snapshot(fork).profile().identity()).isEqualTo(source.identity());
      assertThat(drover.tenant("acme").queries().forks(SOURCE)).hasSize(1);
      assertThat(drover.tenant("bolt").queries().origin(fork)).isEmpty();
    }
  }

  @Test
  void anotherAgentMayContinueAFork() {
    try (var drover = Drover.inMemory()) {
      var source = clerk(drover).open(SOURCE);
      source.ask("first");
      var chief = drover.agent("chief").model(FakeModel.playing(says("no"), says("yes"))).build();
      var fork = source.fork(ForkPoint.here().withAgent(chief.name()));
      assertThat(fork.agent()).isEqualTo("chief");
      assertThat(fork.ask("and you?").text()).isEqualTo("yes");
      assertThat(source.agent()).isEqualTo("clerk");
    }
  }
}
