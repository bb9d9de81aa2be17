package dev.drover.internal.session;

import static dev.drover.fixture.FakeAgents.says;
import static dev.drover.internal.session.BusySessionFixture.SESSION;
import static dev.drover.internal.session.BusySessionFixture.queued;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.InvalidRequest.RunKeyConflict;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.session.RunRetention;
import dev.drover.spi.model.ModelRequest;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Inputs to a session during a run.
@Tag("B2")
@Timeout(60)
final class BusyTest {

  private final MemoryStore store = new MemoryStore();
  private final BusySessionFixture fixture = new BusySessionFixture();
  private final CountDownLatch begun = fixture.begun();
  private final CountDownLatch goOn = fixture.goOn();
  private final FakeModel model = fixture.model();

  private Drover open() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES)).build();
  }

  private Session session(Drover drover) {
    return fixture.session(drover);
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
  void byDefaultASecondPromptIsRefusedWithoutATrace() throws Exception {
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
  void queuedPromptsBecomeRunsInOrder() throws Exception {
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
  void steeringIsDeliveredAfterTheToolResults() throws Exception {
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
  void aRunThatIsSteeredDuringItsLastAnswerContinues() throws Exception {
    var answering = new CountDownLatch(1);
    var steered = new CountDownLatch(1);
    var slow =
        new FakeModel(
            (request, _) -> {
              if (request.messages().size() == 1) {
                answering.countDown();
                steered.await();
                return says("too early");
              }
              return says("heard " + request.messages().size());
            });
    try (var drover = open()) {
      var session = drover.agent("clerk").model(slow).build().open();
      var run = session.send("go");
      answering.await();
      session.steer("wait, also this");
      steered.countDown();
      assertThat(run.await().text()).isEqualTo("heard 3");
    }
  }

  @Test
  void steeringAnIdleSessionStartsARun() {
    try (var drover = open()) {
      var session = drover.agent("clerk").model(FakeModel.playing(says("hello"))).build().open();
      assertThat(session.steer("hi").await().text()).isEqualTo("hello");
    }
  }

  @Test
  @Tag("A13")
  void queuedAndSteeredInputsAreProcessedOnceAfterACrash() throws Exception {
    var drover = open();
    var session = session(drover);
    var first = session.send("first");
    begun.await();
    var second = session.send(queued("second"));
    session.steer("Not that one.");
    drover.disconnect();
    goOn.countDown();
    try (var other = open()) {
      var resumed = fixture.agent(other).open(SESSION, OpenMode.RESUME);
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
  void aRepeatedMessageCountsOnceAndAnotherWithItsKeyIsRefused() throws Exception {
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
      // Also long after the run has ended.
      assertThat(session.send(note).id()).isEqualTo(run.id());
      assertThat(steeredCount(session)).isEqualTo(1);
    }
  }

  private static long steeredCount(Session session) {
    return session.page(Cursor.start(SESSION), 100).items().stream()
        .filter(happened -> happened.event() instanceof Event.TextSteered)
        .count();
  }

  @Test
  @Tag("B4")
  void withdrawingAQueuedPromptDoesNotAffectTheCurrentRun() throws Exception {
    try (var drover = open()) {
      var session = session(drover);
      var first = fixture.goingIn(session);
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
  void closingEndsQueuedRuns() throws Exception {
    try (var drover = open()) {
      var session = session(drover);
      var first = fixture.goingIn(session);
      var second = session.send(queued("second"));
      session.close();
      assertThat(first.await().status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(second.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  @Test
  void aTextThatIsTooLongIsRefused() {
    try (var drover = open()) {
      var session = session(drover);
      assertThatExceptionOfType(ConfigurationInvalid.class)
          .isThrownBy(() -> session.steer("x".repeat(128 * 1024 + 1)))
          .withMessageContaining("prompt");
    }
  }

  @Test
  @Tag("A8")
  void retentionHandlesQueuedAndWithdrawnRuns() throws Exception {
    try (var drover =
        Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES))
            .retention(new RunRetention(1, Integer.MAX_VALUE, Long.MAX_VALUE))
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
        drover.queries().page(Cursor.start(SESSION), 200).items().stream()
            .map(Notice.Happened::entry)
            .toList();
    assertThat(Replay.of(journal)).isInstanceOf(ReplayReport.class);
  }
}
