package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.kernel.Event;
import dev.drover.kernel.Message;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Retention;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.RunKeyConflict;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.replay.Replay;
import dev.drover.runtime.replay.ReplayReport;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.InputId;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of those who speak to a session while a run is going.
@Tag("B2")
@Timeout(60)
final class BusyTest {
  private static final SessionId SESSION = new SessionId("s-busy");

  private final MemoryStore store = new MemoryStore();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  /// Calls a tool that waits, and then answers; whatever it is asked next it answers with a count.
  private final FakeModel model =
      new FakeModel(
          (request, _) -> {
            long said =
                request.messages().stream().filter(Message.Assistant.class::isInstance).count();
            return said == 0 ? calls("wait") : says("answer " + said);
          });

  private final FakeTool wait =
      FakeTool.pure(
          "wait",
          _ -> {
            begun.countDown();
            goOn.await();
            return done("waited");
          });

  private Drover open() {
    return Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build();
  }

  private Session session(Drover drover) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(wait)
        .policy(Policy.ALLOW_ALL)
        .build()
        .open(SESSION);
  }

  private static Ask queued(String prompt) {
    return Ask.of(prompt).whenBusy(WhenBusy.QUEUE);
  }

  private static List<String> words(ModelRequest request) {
    return request.messages().stream()
        .map(
            message ->
                switch (message) {
                  case Message.User(var text, _) -> "user: " + request.read(text);
                  case Message.Assistant said -> "assistant " + said.ending();
                  case Message.ToolResult result -> "result of " + result.tool();
                })
        .toList();
  }

  @Test
  void byDefaultASecondPromptIsRefusedAndLeavesNothing() throws Exception {
    try (var drover = open()) {
      var session = session(drover);
      var run = session.send("first");
      begun.await();
      assertThatExceptionOfType(SessionBusy.class).isThrownBy(() -> session.send("second"));
      goOn.countDown();
      run.await();
      assertThat(session.runs()).hasSize(1);
      assertThat(session.history()).hasSize(4);
    }
  }

  @Test
  void promptsThatWaitBecomeRunsInTheirOrder() throws Exception {
    try (var drover = open()) {
      var session = session(drover);
      var first = session.send("first");
      begun.await();
      var second = session.send(queued("second"));
      var third = session.send(queued("third"));
      assertThat(second.status()).isEqualTo(RunStatus.CREATED);
      assertThat(second.snapshot().waitingFor()).isEqualTo("its turn");
      assertThat(session.queue())
          .extracting(snapshot -> snapshot.run())
          .containsExactly(second.id(), third.id());
      goOn.countDown();
      assertThat(first.await().text()).isEqualTo("answer 1");
      assertThat(second.await().text()).isEqualTo("answer 2");
      assertThat(third.await().text()).isEqualTo("answer 3");
      assertThat(session.queue()).isEmpty();
      assertThat(words(model.requests().getLast()))
          .containsExactly(
              "user: first",
              "assistant WHOLE",
              "result of wait",
              "assistant WHOLE",
              "user: second",
              "assistant WHOLE",
              "user: third");
      assertStrictlyReplayed(drover);
    }
  }

  @Test
  void theRunHearsWhatItIsToldAfterTheResultsOfItsTools() throws Exception {
    try (var drover = open()) {
      var session = session(drover);
      var run = session.send("first");
      begun.await();
      assertThat(session.steer("Not that one.").id()).isEqualTo(run.id());
      assertThat(session.steer("The other one.").id()).isEqualTo(run.id());
      goOn.countDown();
      assertThat(run.await().text()).isEqualTo("answer 1");
      assertThat(words(model.requests().getLast()))
          .containsExactly(
              "user: first",
              "assistant WHOLE",
              "result of wait",
              "user: Not that one.",
              "user: The other one.");
      assertThat(session.runs()).hasSize(1);
      assertStrictlyReplayed(drover);
    }
  }

  @Test
  void aRunThatIsToldSomethingDuringItsLastAnswerGoesOn() throws Exception {
    var answering = new CountDownLatch(1);
    var told = new CountDownLatch(1);
    var slow =
        new FakeModel(
            (request, _) -> {
              if (request.messages().size() == 1) {
                answering.countDown();
                told.await();
                return says("too early");
              }
              return says("heard " + request.messages().size());
            });
    try (var drover = open()) {
      var session = drover.agent("clerk").model(slow).build().open();
      var run = session.send("go");
      answering.await();
      session.steer("wait, also this");
      told.countDown();
      assertThat(run.await().text()).isEqualTo("heard 3");
    }
  }

  @Test
  void whoSteersWhereNothingIsGoingStartsARun() {
    try (var drover = open()) {
      var session = drover.agent("clerk").model(FakeModel.playing(says("hello"))).build().open();
      assertThat(session.steer("hi").await().text()).isEqualTo("hello");
    }
  }

  @Test
  @Tag("A13")
  void whatWaitsOrWasToldIsWorkedOnAfterACrashAndOnce() throws Exception {
    var drover = open();
    var session = session(drover);
    var first = session.send("first");
    begun.await();
    var second = session.send(queued("second"));
    session.steer("Not that one.");
    drover.disconnect();
    goOn.countDown();
    try (var other = open()) {
      var resumed =
          other
              .agent("clerk")
              .model(model)
              .tools(wait)
              .policy(Policy.ALLOW_ALL)
              .build()
              .open(SESSION, OpenMode.RESUME);
      assertThat(resumed.run(first.id()).orElseThrow().await().text()).isEqualTo("answer 1");
      assertThat(resumed.run(second.id()).orElseThrow().await().text()).isEqualTo("answer 2");
      assertThat(words(model.requests().getLast()))
          .containsExactly(
              "user: first",
              "assistant WHOLE",
              "result of wait",
              "user: Not that one.",
              "assistant WHOLE",
              "user: second");
      assertStrictlyReplayed(other);
    }
  }

  @Test
  @Tag("A10")
  void theSameMessageTwiceIsOneAndAnotherUnderItsKeyIsRefused() throws Exception {
    try (var drover = open()) {
      var session = session(drover);
      var run = session.send("first");
      begun.await();
      var note = Ask.of("Not that one.").withKey("note-1").whenBusy(WhenBusy.STEER);
      assertThat(session.send(note).id()).isEqualTo(run.id());
      assertThat(session.send(note).id()).isEqualTo(run.id());
      assertThatExceptionOfType(RunKeyConflict.class)
          .isThrownBy(
              () -> session.send(Ask.of("That one!").withKey("note-1").whenBusy(WhenBusy.STEER)));
      var later = queued("second").withKey("job-2");
      assertThat(session.send(later).id()).isEqualTo(session.send(later).id());
      goOn.countDown();
      run.await();
      // Also when the run is long over.
      assertThat(session.send(note).id()).isEqualTo(run.id());
      assertThat(told(session)).isEqualTo(1);
    }
  }

  private static long told(Session session) {
    return session.page(Cursor.start(SESSION), 100).items().stream()
        .filter(happened -> happened.event() instanceof Event.TextSteered)
        .count();
  }

  @Test
  @Tag("B4")
  void aPromptThatWaitsIsWithdrawnAndTheRunThatGoesIsNotTouched() throws Exception {
    try (var drover = open()) {
      var session = session(drover);
      var first = session.send("first");
      begun.await();
      var second = session.send(queued("second"));
      assertThat(second.cancel()).isTrue();
      assertThat(second.cancel()).isFalse();
      assertThat(second.await().status()).isEqualTo(RunStatus.CANCELLED);
      goOn.countDown();
      assertThat(first.await().text()).isEqualTo("answer 1");
    }
  }

  @Test
  @Tag("B5")
  void aCloseEndsWhatWaits() throws Exception {
    try (var drover = open()) {
      var session = session(drover);
      var first = session.send("first");
      begun.await();
      var second = session.send(queued("second"));
      session.close();
      assertThat(first.await().status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(second.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  @Test
  void anotherProcessMayQueueAndSteerAsWell(@TempDir Path folder) throws Exception {
    var file = folder.resolve("drover.db");
    try (var first = Drover.on(SqliteStore.open(file)).build();
        var second = Drover.on(SqliteStore.open(file)).build()) {
      var run = session(first).send("first");
      begun.await();
      var other = session(second);
      var later = other.send(queued("second"));
      assertThat(other.steer("Not that one.").id()).isEqualTo(run.id());
      goOn.countDown();
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
      var other = session(second);
      other.compact(1);
      var run = session(first).send("first");
      begun.await();
      assertThat(other.cancel()).isTrue();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  @Test
  void whoeverSteersFromAnotherProcessIsGivenTheRunThatHeardItThoughItIsOver(@TempDir Path folder)
      throws Exception {
    var file = folder.resolve("drover.db");
    try (var first = Drover.on(SqliteStore.open(file)).build();
        var second = Drover.on(new Dreamy(SqliteStore.open(file), goOn)).build()) {
      var run = session(first).send("first");
      begun.await();
      assertThat(session(second).steer("Not that one.").id()).isEqualTo(run.id());
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
      return new Inbox() {
        @Override
        public Receipt put(Item item, int bound) {
          return inner.inbox().put(item, bound);
        }

        @Override
        public List<Item> waiting(SessionId session, int limit) {
          return inner.inbox().waiting(session, limit);
        }

        @Override
        public List<SessionId> sessionsWaiting(int limit) {
          return inner.inbox().sessionsWaiting(limit);
        }

        @Override
        public void settle(SessionId session, InputId input, String why) {
          inner.inbox().settle(session, input, why);
        }

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

  @Test
  void aTextThatIsTooLongToBeHeardIsRefused() {
    try (var drover = open()) {
      var session = session(drover);
      assertThatExceptionOfType(ConfigurationInvalid.class)
          .isThrownBy(() -> session.steer("x".repeat(128 * 1024 + 1)))
          .withMessageContaining("prompt");
    }
  }

  @Test
  @Tag("A8")
  void retentionKeepsItsLimitsAroundRunsThatWaitedOrWereWithdrawn() throws Exception {
    try (var drover =
        Drover.on(new MortalStore(store, MortalStore.IMMORTAL))
            .retention(new Retention(1, Integer.MAX_VALUE, Long.MAX_VALUE))
            .build()) {
      var session = session(drover);
      var first = session.send("first");
      begun.await();
      session.send(queued("withdrawn")).cancel();
      var last = session.send(queued("last"));
      goOn.countDown();
      first.await();
      last.await();
      assertThat(session.ask("one more").text()).isEqualTo("answer 3");
      assertThat(session.runs()).hasSize(1);
    }
  }

  private static void assertStrictlyReplayed(Drover drover) {
    var journal =
        drover.archive().page(Cursor.start(SESSION), 200).items().stream()
            .map(Notice.Happened::entry)
            .toList();
    assertThat(Replay.of(journal)).isInstanceOf(ReplayReport.class);
  }
}
