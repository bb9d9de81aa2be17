package dev.drover.testkit;

import static dev.drover.testkit.BusyStage.SESSION;
import static dev.drover.testkit.BusyStage.queued;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.kernel.Event;
import dev.drover.kernel.Message;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Retention;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.RunKeyConflict;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.replay.Replay;
import dev.drover.runtime.replay.ReplayReport;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.model.ModelRequest;
import dev.drover.testkit.Fakes.FakeModel;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What becomes of those who speak to a session while a run is going.
@Tag("B2")
@Timeout(60)
final class BusyTest {

  private final MemoryStore store = new MemoryStore();
  private final BusyStage stage = new BusyStage();
  private final CountDownLatch begun = stage.begun();
  private final CountDownLatch goOn = stage.goOn();
  private final FakeModel model = stage.model();

  private Drover open() {
    return Drover.on(new MortalStore(store, MortalStore.IMMORTAL)).build();
  }

  private Session session(Drover drover) {
    return stage.session(drover);
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
      var resumed = stage.agent(other).open(SESSION, OpenMode.RESUME);
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
      var first = stage.goingIn(session);
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
      var first = stage.goingIn(session);
      var second = session.send(queued("second"));
      session.close();
      assertThat(first.await().status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(second.await().status()).isEqualTo(RunStatus.CANCELLED);
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
