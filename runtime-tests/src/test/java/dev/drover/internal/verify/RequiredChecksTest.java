package dev.drover.internal.verify;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.Session;
import dev.drover.fixture.CommandHost;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.tools.WorkspaceTools;
import dev.drover.verify.SessionVerification.VerificationCheck;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs that complete only after their required checks have passed.
@Tag("H6")
@Timeout(60)
final class RequiredChecksTest {
  private static final SessionId SESSION = new SessionId("s-required");
  private static final List<VerificationCheck> UNIT =
      List.of(VerificationCheck.required("unit", "grep good work.txt"));

  @TempDir private Path folder;

  /// A tool `fix` that writes a bad file first, and a good one afterwards.
  private FakeTool fix() {
    var times = new AtomicInteger();
    return FakeTool.unsafe(
        "fix",
        _ -> {
          var word = times.incrementAndGet() == 1 ? "bad" : "good";
          Files.writeString(folder.resolve("work.txt"), word + "\n");
          return done("written");
        });
  }

  private AgentBuilder agent(Drover drover, FakeModel model, FakeTool... tools) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(WorkspaceTools.all(CommandHost.OPTIONS))
        .tools((Object[]) tools)
        .policy(Policy.ALLOW_ALL)
        .workspace(folder);
  }

  private static List<Event> events(Session session) {
    return session.page(Cursor.start(SESSION), 1_000).items().stream()
        .map(Notice.Happened::event)
        .toList();
  }

  private static void replays(Session session) {
    var journal =
        session.page(Cursor.start(SESSION), 1_000).items().stream()
            .map(Notice.Happened::entry)
            .toList();
    assertThat(Replay.of(journal)).isInstanceOf(ReplayReport.class);
  }

  @Test
  @Tag("A5")
  void aFailedCheckIsReturnedToTheModelAndTheRunCompletesWhenItPasses() {
    var model = FakeModel.playing(calls("fix"), says("first"), calls("fix"), says("second"));
    try (var drover = Drover.inMemory()) {
      var session = agent(drover, model, fix()).requireChecks(UNIT).build().open(SESSION);
      assertThat(session.ask("Fix it.").text()).isEqualTo("second");
      assertThat(((Message.User) model.requests().get(2).messages().getLast()).text().toString())
          .contains("The check 'unit' failed: grep good work.txt");
      assertThat(session.verification().reports())
          .extracting(report -> report.status())
          .containsExactly(VerificationReport.Result.FAILED, VerificationReport.Result.PASSED);
      assertThat(events(session))
          .hasAtLeastOneElementOfType(Event.VerificationStarted.class)
          .hasAtLeastOneElementOfType(Event.VerificationFailed.class);
      replays(session);
    }
  }

  @Test
  void aRunWhoseChecksFailAfterAllRepairsFailsWithATypedProblem() {
    var model = FakeModel.playing(calls("fix"), says("done"));
    var check = List.of(VerificationCheck.required("never", "echo broken; false"));
    try (var drover = Drover.inMemory()) {
      var session = agent(drover, model, fix()).requireChecks(check, 1).build().open(SESSION);
      var report = session.send("Fix it.").await();
      assertThat(report.status()).isEqualTo(RunStatus.FAILED);
      assertThat(report.problem().orElseThrow().problem().code()).isEqualTo("checks_failed");
      assertThat(session.verification().reports()).hasSize(2);
      assertThat(session.verification().status()).contains(VerificationReport.Result.FAILED);
      replays(session);
    }
  }

  @Test
  void aRunThatOnlyReadIsNotChecked() {
    var model = FakeModel.playing(calls("look"), says("seen"));
    var look = FakeTool.pure("look", _ -> done("a file"));
    try (var drover = Drover.inMemory()) {
      var session =
          agent(drover, model, look)
              .requireChecks(List.of(VerificationCheck.required("never", "false")))
              .build()
              .open(SESSION);
      assertThat(session.ask("Look.").text()).isEqualTo("seen");
      assertThat(session.verification().reports()).isEmpty();
    }
  }

  @Test
  @Tag("A5")
  @Tag("B4")
  void aRunIsVerifyingWhileItsChecksRunAndCanBeCancelled() throws Exception {
    var model = FakeModel.playing(calls("fix"), says("done"));
    var slow = List.of(VerificationCheck.required("slow", "sleep 600"));
    try (var drover = Drover.inMemory()) {
      var session = agent(drover, model, fix()).requireChecks(slow).build().open(SESSION);
      var run = session.send("Fix it.");
      awaitStarted(session, run);
      assertThat(run.status()).isEqualTo(RunStatus.VERIFYING);
      assertThat(run.cancel()).isTrue();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
      replays(session);
    }
  }

  private static void awaitStarted(Session session, Run run) {
    try (var notices = session.events(Cursor.start(SESSION))) {
      for (var next = notices.next(); next.isPresent(); next = notices.next()) {
        if (next.get() instanceof Notice.Happened happened
            && happened.event() instanceof Event.DirectCallAccepted) {
          return;
        }
      }
    }
    throw new AssertionError("the checks of %s never started".formatted(run.id()));
  }

  @Test
  @Tag("A12")
  void theChecksRunAgainWhenTheProcessThatRanThemIsGone() throws Exception {
    var model = FakeModel.playing(calls("fix"), says("done"));
    var once = List.of(VerificationCheck.required("allowed", "test -e allowed || sleep 600"));
    var lost = Drover.on(SqliteStore.open(folder.resolve("drover.db"))).build();
    var before = agent(lost, model, fix()).requireChecks(once).build().open(SESSION);
    var run = before.send("Fix it.");
    awaitStarted(before, run);
    lost.disconnect();
    Files.createFile(folder.resolve("allowed"));
    try (var drover = Drover.on(SqliteStore.open(folder.resolve("drover.db"))).build()) {
      var session = agent(drover, model, fix()).requireChecks(once).build().open(SESSION);
      var report = session.run(run.id()).orElseThrow().await();
      assertThat(report.status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(session.verification().status()).contains(VerificationReport.Result.PASSED);
      replays(session);
    }
  }

  @Test
  void requiredChecksThatCannotDecideAreRefused() {
    try (var drover = Drover.inMemory()) {
      var builder = agent(drover, FakeModel.playing(says("done")));
      assertThatThrownBy(
              () -> builder.requireChecks(List.of(VerificationCheck.review("look", "the page"))))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("requireChecks", "'look' needs a person");
      assertThatThrownBy(
              () -> builder.requireChecks(List.of(VerificationCheck.optional("lint", "true"))))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("'lint' is optional");
      var bare = drover.agent("bare").model(FakeModel.playing(says("done"))).requireChecks(UNIT);
      assertThatThrownBy(bare::build)
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("has no tool 'bash'");
    }
  }
}
