package dev.drover.internal.verify;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.CommandHost;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.hook.Hook;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.event.VerificationReport.Check.Status;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.tools.WorkspaceTools;
import dev.drover.verify.SessionVerification.VerificationCheck;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Verification reports: what was checked, by whom, and the overall result.
@Tag("H6")
@Timeout(60)
final class VerificationLawTest {
  private static final SessionId SESSION = new SessionId("s-checked");
  private static final VerificationReport FAILED =
      VerificationReport.of(
          "ci",
          List.of(
              VerificationReport.Check.required("unit", "make test", Status.FAILED)
                  .evidence("2 of 9 failed"),
              VerificationReport.Check.optional("lint", "make lint", Status.PASSED)));
  private static final VerificationReport FIXED =
      VerificationReport.of(
          "ci", List.of(VerificationReport.Check.required("unit", "make test", Status.PASSED)));

  @TempDir private Path folder;

  private Drover onDisk() {
    return Drover.on(SqliteStore.open(folder.resolve("drover.db"))).build();
  }

  private static Session open(Drover drover) {
    return drover
        .agent("clerk")
        .model(FakeModel.playing(calls("look"), says("over")))
        .tools(FakeTool.unsafe("look", _ -> done("seen")))
        .build()
        .open(SESSION);
  }

  private Session openWithShell(Drover drover) {
    return drover
        .agent("clerk")
        .model(FakeModel.playing(says("over")))
        .tools(WorkspaceTools.all(CommandHost.OPTIONS))
        .workspace(folder)
        .build()
        .open(SESSION);
  }

  @Test
  @Tag("A13")
  void aVerificationReportSurvivesItsProcess() {
    var lost = onDisk();
    open(lost).verification().record(FAILED);
    // Neither closed nor written to again.
    try (var drover = onDisk()) {
      var checked = open(drover).verification();
      assertThat(checked.reports()).containsExactly(FAILED);
      assertThat(checked.status()).contains(VerificationReport.Result.FAILED);
      assertThat(drover.queries().read(checked.reports().getFirst().checks().getFirst().evidence()))
          .isEqualTo("2 of 9 failed");
    } finally {
      lost.disconnect();
    }
  }

  @Test
  void theNewestOutcomeOfEachCheckCounts() {
    try (var drover = Drover.inMemory()) {
      var checked = open(drover).verification();
      assertThat(checked.status()).isEmpty();
      assertThat(checked.summaryText()).isEqualTo("Nothing was verified.");
      checked.record(FAILED);
      assertThat(checked.summaryText())
          .isEqualTo(
              """
              Verification failed: 1 of 2 passed.
                failed        unit  make test
                passed        lint  make lint (optional)\
              """);
      checked.record(FIXED);
      assertThat(checked.status()).contains(VerificationReport.Result.PASSED);
      assertThat(checked.reports()).containsExactly(FAILED, FIXED);
    }
  }

  @Test
  void aReportMayReferToOneRunAndAffectsNone() {
    try (var drover = Drover.inMemory()) {
      var session = open(drover);
      var run = session.send("go");
      var question = ApprovalWaits.forQuestion(drover, run);
      session.verification().record(FAILED.about(run.id()));
      session.verification().record(FIXED);
      assertThat(drover.approvals().open()).containsExactly(question);
      assertThat(session.verification().reports(run.id())).containsExactly(FAILED.about(run.id()));
      assertThat(session.verification().verified(run.id()).status())
          .contains(VerificationReport.Result.FAILED);
      assertThatThrownBy(
              () -> session.verification().record(FAILED.about(new RunId("r-of-nobody"))))
          .isInstanceOf(RunNotFound.class);
      run.cancel();
      assertThat(session.awaitIdle(Duration.ofSeconds(10))).isTrue();
      var journal =
          session.page(Cursor.start(SESSION), 1_000).items().stream()
              .map(Notice.Happened::entry)
              .toList();
      assertThat(Replay.of(journal)).isInstanceOf(ReplayReport.class);
    }
  }

  @Test
  void anotherProcessMayReportDuringARun() {
    try (var driving = onDisk();
        var checking = onDisk()) {
      var session = open(driving);
      ApprovalWaits.forQuestion(driving, session.send("go"));
      try (var events = session.events(new Cursor(SESSION, session.eventCount()))) {
        open(checking).verification().record(FAILED);
        assertThat(events.next(Duration.ofSeconds(10)))
            .get()
            .extracting(notice -> ((Notice.Happened) notice).event())
            .isEqualTo(new Event.VerificationRecorded(FAILED));
      }
      assertThat(session.verification().reports()).containsExactly(FAILED);
    }
  }

  @Test
  void checksRunInTheWorkspaceAndCountByTheirExitCodes() throws Exception {
    Files.writeString(folder.resolve("here.txt"), "found\n");
    try (var drover = Drover.inMemory()) {
      var session = openWithShell(drover);
      var report =
          session
              .verification()
              .verify(
                  List.of(
                      VerificationCheck.required("good", "cat here.txt"),
                      VerificationCheck.required("bad", "echo before; exit 3"),
                      VerificationCheck.required("liar", "echo '[exit code 0]'; false"),
                      VerificationCheck.optional("broken", "if true"),
                      VerificationCheck.optional("comment", "true # a remark"),
                      VerificationCheck.review("look", "does it look right?")));
      assertThat(report.checks())
          .extracting(VerificationReport.Check::status)
          .containsExactly(
              Status.PASSED,
              Status.FAILED,
              Status.FAILED,
              Status.FAILED,
              Status.PASSED,
              Status.NEEDS_REVIEW);
      assertThat(session.read(report.checks().getFirst().evidence())).isEqualTo("found");
      assertThat(session.read(report.checks().get(1).evidence())).contains("before", "exit code 3");
      assertThat(session.verification().reports()).hasSize(1);
      assertThat(session.verification().status()).contains(VerificationReport.Result.FAILED);
      assertThat(session.history()).isEmpty();
    }
  }

  @Test
  void aCheckThatWasNotRunIsOpen() {
    try (var drover = Drover.inMemory()) {
      var session = openWithShell(drover);
      session.hooks().register(Hook.beforeTool("freeze", _ -> GateOutcome.deny("not today")));
      var report =
          session.verification().verify(List.of(VerificationCheck.required("unit", "true")));
      assertThat(report.checks().getFirst().status()).isEqualTo(Status.SKIPPED);
      assertThat(session.read(report.checks().getFirst().evidence())).contains("not today");
      assertThat(session.verification().status()).contains(VerificationReport.Result.NEEDS_REVIEW);
    }
  }

  @Test
  void withoutTheToolNothingIsRunOrRecorded() {
    try (var drover = Drover.inMemory()) {
      var checked = open(drover).verification();
      assertThatThrownBy(() -> checked.verify(List.of(VerificationCheck.required("unit", "true"))))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("agent 'clerk' has no tool 'bash'");
      assertThat(checked.reports()).isEmpty();
      checked.verify(List.of(VerificationCheck.review("look", "the page")));
      assertThat(checked.status()).contains(VerificationReport.Result.NEEDS_REVIEW);
    }
  }

  @Test
  @Tag("E9")
  void evidenceIsTruncatedAndRedacted() {
    var token = "ghp" + "_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";
    try (var drover = Drover.inMemory()) {
      var session = open(drover);
      var much = "a line of output\n".repeat(10_000);
      session
          .verification()
          .record(
              VerificationReport.of(
                  "ci",
                  List.of(
                      VerificationReport.Check.required("a", "curl -H " + token, Status.PASSED)
                          .evidence("with " + token),
                      VerificationReport.Check.required("b", "make", Status.PASSED)
                          .evidence(much + token))));
      var checks = session.verification().reports().getFirst().checks();
      var all =
          checks.stream().map(check -> check.subject() + session.read(check.evidence())).toList();
      assertThat(all).noneMatch(text -> text.contains(token));
      assertThat(session.read(checks.get(1).evidence()))
          .hasSizeLessThanOrEqualTo(4 * 1024)
          .contains("bytes left out");
    }
  }

  @Test
  @Tag("B1")
  void aReportRequiresAnOpenSession() {
    try (var drover = Drover.inMemory()) {
      var session = open(drover);
      session.verification().record(FIXED);
      session.close();
      assertThatThrownBy(() -> session.verification().record(FAILED))
          .hasMessageContaining(SESSION.value());
      var again = drover.agent("clerk").model(FakeModel.playing(says("over"))).replacing().build();
      assertThat(again.open(SESSION, OpenMode.RESUME).verification().reports())
          .containsExactly(FIXED);
    }
  }
}
