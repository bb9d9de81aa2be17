package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.kernel.Block;
import dev.drover.kernel.Event;
import dev.drover.kernel.Identity;
import dev.drover.kernel.Message;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Fork;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Retention;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.CursorInvalid;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.problem.SessionDeleted;
import dev.drover.runtime.problem.SessionExists;
import dev.drover.runtime.problem.SessionHasForks;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.runtime.replay.Replay;
import dev.drover.runtime.replay.ReplayReport;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.store.Catalog.ForkRow;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Sessions that go on from where another one was, through the public API.
@Tag("B12")
@Timeout(60)
final class ForkTest {
  private static final SessionId SOURCE = new SessionId("s-source");
  private static final SessionId FORK = new SessionId("s-fork");
  private static final Message INTERRUPTED =
      new Message.Assistant(List.of(), Message.Ending.INTERRUPTED);

  /// Looks when it is asked to, and answers everything else with a word.
  private final FakeModel model =
      new FakeModel(
          (request, _) ->
              request.messages().getLast() instanceof Message.User(var text, _)
                      && text.equals(Text.of("look"))
                  ? calls("look", "look")
                  : says("well"));

  private Agent clerk(Drover drover) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(FakeTool.pure("look", _ -> done("seen")))
        .policy(Policy.ALLOW_ALL)
        .build();
  }

  private static List<Recorded> journal(Session session) {
    return session.page(Cursor.start(session.id()), 10_000).items().stream()
        .map(Notice.Happened::entry)
        .toList();
  }

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

  private void forkEverywhere(Supplier<Store> stores) {
    try (var drover = Drover.on(stores.get()).build()) {
      var source = clerk(drover).open(SOURCE);
      source.ask("first");
      source.ask("look");
      var before = journal(source);
      for (long at = 1; at <= before.size(); at++) {
        var fork = source.fork(at);
        assertThat(fork.totalUsage()).isEqualTo(Usage.NONE);
        assertThat(fork.runs()).isEmpty();
        assertThat(fork.ask("and now?").text()).isEqualTo("well");
        assertThat(objections(model.requests().getLast().messages())).as("at %d", at).isEmpty();
        var whole = journal(fork);
        assertThat(whole.subList(0, (int) at)).isEqualTo(before.subList(0, (int) at));
        assertThat(whole)
            .extracting(Recorded::seq)
            .containsExactlyElementsOf(numbersTo(whole.size()));
        assertThat(Replay.of(whole)).as("at %d", at).isInstanceOf(ReplayReport.class);
      }
      assertThat(journal(source)).isEqualTo(before);
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

  /// What a strict provider would say: each call one outcome, right behind it, and roles alternate.
  private static List<String> objections(List<Message> messages) {
    var objections = new ArrayList<String>();
    int open = 0;
    Message before = null;
    for (var message : messages) {
      switch (message) {
        case Message.User _ -> {
          if (open > 0 || before instanceof Message.User) {
            objections.add("a prompt out of place: " + message);
          }
        }
        case Message.Assistant(var blocks, _) -> {
          if (open > 0 || before == null || before instanceof Message.Assistant) {
            objections.add("a reply out of place: " + message);
          }
          open = (int) blocks.stream().filter(Block.Call.class::isInstance).count();
        }
        case Message.ToolResult _ -> open--;
      }
      if (open < 0) {
        objections.add("an outcome of nothing: " + message);
      }
      before = message;
    }
    return objections;
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
      assertThat(journal(source))
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
  @Tag("A3")
  void aForkIsTheSameAfterARestart(@TempDir Path folder) {
    List<Message> history;
    try (var drover = Drover.on(SqliteStore.open(folder.resolve("store.db"))).build()) {
      var source = clerk(drover).open(SOURCE);
      source.ask("look");
      var fork = source.fork(Fork.here().into(FORK));
      fork.ask("and now?");
      history = List.copyOf(fork.history());
      source.ask("something else");
    }
    try (var drover = Drover.on(SqliteStore.open(folder.resolve("store.db"))).build()) {
      var fork = clerk(drover).open(FORK, OpenMode.RESUME);
      assertThat(fork.history()).isEqualTo(history);
      assertThat(fork.turnCount()).isEqualTo(1);
      assertThat(fork.origin().map(ForkRow::source)).contains(SOURCE);
      assertThat(fork.ask("still there?").text()).isEqualTo("well");
    }
  }

  @Test
  @Tag("A8")
  void retentionLeavesWhatAForkSharesAndAPlaceThatIsGoneIsNotForked(@TempDir Path folder) {
    var lastRun = new Retention(1, Integer.MAX_VALUE, Long.MAX_VALUE);
    List<Message> history;
    try (var drover =
        Drover.on(SqliteStore.open(folder.resolve("s.db"))).retention(lastRun).build()) {
      var source = clerk(drover).open(SOURCE);
      source.ask("first");
      var early = source.fork(Fork.at(4).into(FORK));
      for (int i = 0; i < 4; i++) {
        source.ask("look");
      }
      history = List.copyOf(source.history());
      assertThat(journal(source)).extracting(Recorded::seq).startsWith(1L, 2L, 3L, 4L);
      assertThat(early.history()).hasSize(2);
      assertThatThrownBy(() -> source.fork(6))
          .isInstanceOf(CursorInvalid.class)
          .hasMessageContaining("were trimmed");
      var late = source.fork();
      source.ask("look");
      assertThat(late.history()).isEqualTo(history);
    }
    try (var drover = Drover.on(SqliteStore.open(folder.resolve("s.db"))).build()) {
      var agent = clerk(drover);
      assertThat(agent.open(FORK, OpenMode.RESUME).history()).hasSize(2);
      var late = drover.forks(SOURCE).getLast().session();
      var again = agent.open(late, OpenMode.RESUME);
      assertThat(again.history()).isEqualTo(history);
      assertThat(again.fork().ask("and now?").text()).isEqualTo("well");
    }
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
  @Tag("B13")
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
  @Tag("B13")
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

  @Test
  @Tag("A12")
  void aForkDuringARunThatIsKilledAfterAnyAppendIsThereWholeOrNotAtAllOnMemory()
      throws InterruptedException {
    cutEverywhere(MemoryStore::new);
  }

  @Test
  @Tag("A12")
  void aForkDuringARunThatIsKilledAfterAnyAppendIsThereWholeOrNotAtAllOnSqlite(@TempDir Path folder)
      throws InterruptedException {
    var files = new AtomicInteger();
    cutEverywhere(() -> SqliteStore.open(folder.resolve("s" + files.incrementAndGet() + ".db")));
  }

  private static void cutEverywhere(Supplier<Store> stores) throws InterruptedException {
    var scenario = new ForkedTurns();
    var matrix = new CrashMatrix(stores, scenario);
    var trials = matrix.all();
    // Those of the run, and the fork.
    assertThat(trials).hasSize(11);
    assertThat(scenario.forks()).hasSizeGreaterThanOrEqualTo(trials.size());
    for (var trial : trials) {
      assertThat(trial.outcome().getClass().getSimpleName())
          .as("the end after cut %d", trial.cut())
          .isEqualTo("Completed");
      assertThat(trial.repeated()).as("performed again after cut %d", trial.cut()).isEmpty();
      assertThat(trial.after())
          .extracting(Recorded::event)
          .noneMatch(Event.SessionForked.class::isInstance);
    }
    for (var fork : scenario.forks()) {
      assertThat(objections(fork)).isEmpty();
      assertThat(fork).endsWith(INTERRUPTED);
    }
  }
}
