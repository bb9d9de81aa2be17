package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.CheckOutcome;
import dev.drover.kernel.CheckOutcome.Standing;
import dev.drover.kernel.Event;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.VerificationReport;
import dev.drover.kernel.VerificationStatus;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Session;
import dev.drover.runtime.hook.GateOutcome;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.RunNotFound;
import dev.drover.runtime.replay.Replay;
import dev.drover.runtime.replay.ReplayReport;
import dev.drover.runtime.verify.Check;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import dev.drover.tools.WorkspaceTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What was checked, who says so, and what it comes to.
@Tag("H6")
@Timeout(60)
final class VerificationLawTest {
  private static final SessionId SESSION = new SessionId("s-checked");
  private static final VerificationReport FAILED =
      VerificationReport.of(
          "ci",
          List.of(
              CheckOutcome.required("unit", "make test", Standing.FAILED).evidence("2 of 9 failed"),
              CheckOutcome.optional("lint", "make lint", Standing.PASSED)));
  private static final VerificationReport FIXED =
      VerificationReport.of(
          "ci", List.of(CheckOutcome.required("unit", "make test", Standing.PASSED)));

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
  void aReportIsThereWhenTheProcessIsGone() {
    var lost = onDisk();
    open(lost).verification().record(FAILED);
    // Nothing is closed, nothing is written any more.
    try (var drover = onDisk()) {
      var checked = open(drover).verification();
      assertThat(checked.reports()).containsExactly(FAILED);
      assertThat(checked.status()).contains(VerificationStatus.FAILED);
      assertThat(drover.archive().read(checked.reports().getFirst().checks().getFirst().evidence()))
          .isEqualTo("2 of 9 failed");
    } finally {
      lost.disconnect();
    }
  }

  @Test
  void ofEachCheckTheNewestOutcomeCounts() {
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
      assertThat(checked.status()).contains(VerificationStatus.PASSED);
      assertThat(checked.reports()).containsExactly(FAILED, FIXED);
    }
  }

  @Test
  void aReportMayBeAboutOneRunAndDisturbsNone() {
    try (var drover = Drover.inMemory()) {
      var session = open(drover);
      var run = session.send("go");
      var question = Waiting.forQuestion(drover, run);
      session.verification().record(FAILED.about(run.id()));
      session.verification().record(FIXED);
      assertThat(drover.approvals().open()).containsExactly(question);
      assertThat(session.verification().reports(run.id())).containsExactly(FAILED.about(run.id()));
      assertThat(session.verification().verified(run.id()).status())
          .contains(VerificationStatus.FAILED);
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
  void anotherProcessMayReportWhileARunIsDrivenHere() {
    try (var driving = onDisk();
        var checking = onDisk()) {
      var session = open(driving);
      Waiting.forQuestion(driving, session.send("go"));
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
  void commandsAreRunInTheWorkspaceAndTheirExitCodesCount() throws Exception {
    Files.writeString(folder.resolve("here.txt"), "found\n");
    try (var drover = Drover.inMemory()) {
      var session = openWithShell(drover);
      var report =
          session
              .verification()
              .verify(
                  List.of(
                      Check.required("good", "cat here.txt"),
                      Check.required("bad", "echo before; exit 3"),
                      Check.required("liar", "echo '[exit code 0]'; false"),
                      Check.optional("broken", "if true"),
                      Check.optional("comment", "true # a remark"),
                      Check.review("look", "does it look right?")));
      assertThat(report.checks())
          .extracting(CheckOutcome::standing)
          .containsExactly(
              Standing.PASSED,
              Standing.FAILED,
              Standing.FAILED,
              Standing.FAILED,
              Standing.PASSED,
              Standing.NEEDS_REVIEW);
      assertThat(session.read(report.checks().getFirst().evidence())).isEqualTo("found");
      assertThat(session.read(report.checks().get(1).evidence())).contains("before", "exit code 3");
      assertThat(session.verification().reports()).hasSize(1);
      assertThat(session.verification().status()).contains(VerificationStatus.FAILED);
      assertThat(session.history()).isEmpty();
    }
  }

  @Test
  void whatWasNotRunIsOpen() {
    try (var drover = Drover.inMemory()) {
      var session = openWithShell(drover);
      session.hooks().register(Hook.beforeTool("freeze", _ -> GateOutcome.deny("not today")));
      var report = session.verification().verify(List.of(Check.required("unit", "true")));
      assertThat(report.checks().getFirst().standing()).isEqualTo(Standing.SKIPPED);
      assertThat(session.read(report.checks().getFirst().evidence())).contains("not today");
      assertThat(session.verification().status()).contains(VerificationStatus.NEEDS_REVIEW);
    }
  }

  @Test
  void withoutTheToolNothingIsRunAndNothingIsRecorded() {
    try (var drover = Drover.inMemory()) {
      var checked = open(drover).verification();
      assertThatThrownBy(() -> checked.verify(List.of(Check.required("unit", "true"))))
          .isInstanceOf(ConfigurationInvalid.class)
          .hasMessageContaining("agent 'clerk' has no tool 'bash'");
      assertThat(checked.reports()).isEmpty();
      checked.verify(List.of(Check.review("look", "the page")));
      assertThat(checked.status()).contains(VerificationStatus.NEEDS_REVIEW);
    }
  }

  @Test
  @Tag("E9")
  void evidenceIsCutAndHasNoSecrets() {
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
                      CheckOutcome.required("a", "curl -H " + token, Standing.PASSED)
                          .evidence("with " + token),
                      CheckOutcome.required("b", "make", Standing.PASSED).evidence(much + token))));
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
  void itIsSaidToAnOpenSession() {
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
