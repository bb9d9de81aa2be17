package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.says;
import static dev.drover.testkit.ForkStage.FORK;
import static dev.drover.testkit.ForkStage.INTERRUPTED;
import static dev.drover.testkit.ForkStage.SOURCE;
import static dev.drover.testkit.ForkStage.clerk;
import static dev.drover.testkit.StrictProvider.objections;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Event;
import dev.drover.kernel.Identity;
import dev.drover.kernel.Message;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Fork;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.CursorInvalid;
import dev.drover.runtime.problem.SessionDeleted;
import dev.drover.runtime.problem.SessionExists;
import dev.drover.runtime.problem.SessionHasForks;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.runtime.replay.Replay;
import dev.drover.runtime.replay.ReplayReport;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Sessions that go on from where another one was, through the public API.
@Tag("B12")
@Timeout(60)
final class ForkTest {
  @Test
  @Tag("A13")
  void aForkAtAnyEventTakesAPromptAndLeavesTheSourceAloneOnMemory() {
    forkEverywhere(MemoryStore::new);
  }

  @Test
  @Tag("A13")
  void aForkAtAnyEventTakesAPromptAndLeavesTheSourceAloneOnSqlite(@TempDir Path folder) {
    forkEverywhere(() -> SqliteStore.open(folder.resolve("store.db")));
  }

  private static void forkEverywhere(Supplier<Store> stores) {
    var model = ForkStage.looking();
    try (var drover = Drover.on(stores.get()).build()) {
      var source = clerk(drover, model).open(SOURCE);
      source.ask("first");
      source.ask("look");
      var before = Journals.of(drover, source.id());
      for (long at = 1; at <= before.size(); at++) {
        var fork = source.fork(at);
        assertThat(fork.totalUsage()).isEqualTo(Usage.NONE);
        assertThat(fork.runs()).isEmpty();
        assertThat(fork.ask("and now?").text()).isEqualTo("well");
        assertThat(objections(model.requests().getLast().messages())).as("at %d", at).isEmpty();
        var whole = Journals.of(drover, fork.id());
        assertThat(whole.subList(0, (int) at)).isEqualTo(before.subList(0, (int) at));
        assertThat(whole)
            .extracting(Recorded::seq)
            .containsExactlyElementsOf(numbersTo(whole.size()));
        assertThat(Replay.of(whole)).as("at %d", at).isInstanceOf(ReplayReport.class);
      }
      assertThat(Journals.of(drover, source.id())).isEqualTo(before);
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
  void aForkOfARunningSessionInterruptsTheOpenTurnThereAndTheSourceGoesOn() throws Exception {
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
      assertThat(Journals.of(drover, source.id()))
          .extracting(Recorded::event)
          .noneMatch(Event.SessionForked.class::isInstance);
      assertThat(source.history()).hasSize(4).doesNotContain(INTERRUPTED);
    }
  }

  @Test
  @Tag("A9")
  void pagesSayWhereTheBorderIsAndStreamsGoAcrossIt() {
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
    return session.drover().archive().session(session.id()).orElseThrow().workspace();
  }

  @Test
  @Tag("B10")
  void aSourceIsNotDeletedBeforeItsForksAndItsRunIsNotEndedForThat() throws Exception {
    var begun = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      var source = Fakes.talker(drover, begun).open(SOURCE);
      var run = source.send("talk");
      begun.await();
      var fork = source.fork(Fork.here().into(FORK));
      assertThatThrownBy(source::delete)
          .isInstanceOf(SessionHasForks.class)
          .hasMessageContaining("s-fork");
      assertThat(source.currentRun()).isPresent();
      fork.delete();
      source.delete();
      assertThat(drover.archive().sessions()).isEmpty();
      assertThat(run.id()).isNotNull();
      assertThatThrownBy(() -> drover.fork(SOURCE, Fork.here())).isInstanceOf(SessionDeleted.class);
    }
  }

  @Test
  void anIdThatIsTakenOrWasDeletedIsNotForkedInto() {
    try (var drover = Drover.inMemory()) {
      var agent = clerk(drover);
      var source = agent.open(SOURCE);
      var other = agent.open(FORK);
      assertThatThrownBy(() -> source.fork(Fork.here().into(FORK)))
          .isInstanceOf(SessionExists.class);
      assertThat(other.origin()).isEmpty();
      other.delete();
      assertThatThrownBy(() -> source.fork(Fork.here().into(FORK)))
          .isInstanceOf(SessionDeleted.class);
      assertThatThrownBy(() -> source.fork(Fork.here().into(SOURCE)))
          .isInstanceOf(SessionExists.class);
      assertThat(source.eventCount()).isEqualTo(2);
    }
  }

  @Test
  @Tag("B8")
  void aForkIsOfTheSameTenantAndAnotherTenantCannotForkTheSession() {
    try (var drover = Drover.inMemory()) {
      var source = clerk(drover).as(Identity.ofTenant("acme").principal("ann")).open(SOURCE);
      assertThatThrownBy(() -> drover.tenant("bolt").fork(SOURCE, Fork.here()))
          .isInstanceOf(SessionNotFound.class);
      var fork = drover.tenant("acme").fork(SOURCE, Fork.here().by("ben"));
      assertThat(drover.archive().state(fork).profile().identity()).isEqualTo(source.identity());
      assertThat(drover.tenant("acme").archive().forks(SOURCE)).hasSize(1);
      assertThat(drover.tenant("bolt").archive().origin(fork)).isEmpty();
    }
  }

  @Test
  void anotherAgentMayGoOn() {
    try (var drover = Drover.inMemory()) {
      var source = clerk(drover).open(SOURCE);
      source.ask("first");
      var chief = drover.agent("chief").model(FakeModel.playing(says("no"), says("yes"))).build();
      var fork = source.fork(Fork.here().with(chief));
      assertThat(fork.agent()).isEqualTo("chief");
      assertThat(fork.ask("and you?").text()).isEqualTo("yes");
      assertThat(source.agent()).isEqualTo("clerk");
    }
  }
}
