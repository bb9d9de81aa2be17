package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SealedFamily.leaves;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.machine.SessionPhase.Acting;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The decisions as a table: each row is a state, an input, and the expected result, written by
/// hand. A test checks that the table is complete. The table is built once for a test, not once for
/// each row.
class DecisionTableTest {
  private static List<DecisionRow> rows() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(IdleRows.all());
    rows.addAll(ThinkingRows.all());
    rows.addAll(FallbackRows.all());
    rows.addAll(AnswerRows.all());
    rows.addAll(LimitRows.all());
    rows.addAll(ActingRows.all());
    rows.addAll(ApprovalRows.all());
    rows.addAll(ExpiryRows.all());
    rows.addAll(AnnouncementRows.all());
    rows.addAll(WorkspaceSnapshotRows.all());
    rows.addAll(StoppedActingRows.all());
    rows.addAll(DirectRows.all());
    rows.addAll(BacklogRows.all());
    rows.addAll(DeferralRows.all());
    rows.addAll(QuestionRows.all());
    rows.addAll(NewsRows.all());
    rows.addAll(CallCancelRows.all());
    rows.addAll(BudgetRows.all());
    rows.addAll(VerificationRows.all());
    rows.addAll(RequiredCheckRows.all());
    rows.addAll(OneShotRows.all());
    rows.addAll(DenialRows.all());
    rows.addAll(CompactionRows.all());
    rows.addAll(CompactionOutcomeRows.all());
    rows.addAll(TaskRows.all());
    rows.addAll(ForkRows.all());
    rows.addAll(EditRows.all());
    rows.addAll(HandOffRows.all());
    return rows;
  }

  @Test
  void anInputHasTheConsequencesOfItsRow() {
    assertAll(
        rows().stream()
            .map(
                row ->
                    () -> assertThat(row.decided()).as(row.name()).isEqualTo(row.consequence())));
  }

  @Test
  @Tag("K5")
  void anIgnoredInputHasAReasonInWords() {
    for (var row : rows()) {
      if (decided(row) instanceof Ignore(_, var in)) {
        assertThat(in).as(row.name()).isNotBlank();
      }
    }
  }

  @Test
  @Tag("A1")
  void theEventsOfARowAreNumberedFromTheEndOfTheJournal() {
    for (var row : rows()) {
      if (decided(row) instanceof Commit commit) {
        long next = row.state().position().seq() + 1;
        for (var entry : commit.entries()) {
          assertThat(entry.seq()).as(row.name()).isEqualTo(next++);
          assertThat(entry.at()).as(row.name()).isEqualTo(SampleValues.NOW);
        }
      }
    }
  }

  private static Decision decided(DecisionRow row) {
    return SessionMachine.decide(row.state(), row.input(), SampleValues.NOW);
  }

  @Test
  void noTwoRowsHaveTheSameName() {
    assertThat(rows()).extracting(DecisionRow::name).doesNotHaveDuplicates();
  }

  @Test
  void everyPhaseIsTestedWithEveryInput() {
    var expected = new TreeSet<String>();
    for (var phase : leaves(SessionPhase.class)) {
      for (var input : leaves(Input.class)) {
        expected.add(pair(phase, input));
      }
    }
    assertThat(pairs(row -> Optional.of(row.state().phase()), row -> Optional.of(row.input())))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void everyStageIsTestedWithEveryInputOfACall() {
    var expected = new TreeSet<String>();
    for (var stage : leaves(OpenCall.Stage.class)) {
      for (var input : leaves(Input.OfCall.class)) {
        expected.add(pair(stage, input));
      }
    }
    assertThat(pairs(DecisionTableTest::namedStage, row -> Optional.of(row.input())))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void everyProbeResultAndEveryAnswerIsTestedWithACallThatWaitsForIt() {
    var expected = new TreeSet<String>();
    leaves(ProbeResult.class)
        .forEach(kind -> expected.add(pair(OpenCall.Stage.Probing.class, kind)));
    leaves(QuestionAnswer.class)
        .forEach(kind -> expected.add(pair(OpenCall.Stage.AwaitingAnswer.class, kind)));
    leaves(DeferredCallNews.class)
        .forEach(kind -> expected.add(pair(OpenCall.Stage.Deferred.class, kind)));
    leaves(ApprovalAnswer.class)
        .forEach(kind -> expected.add(pair(OpenCall.Stage.AwaitingApproval.class, kind)));
    assertThat(pairs(DecisionTableTest::namedStage, DecisionTableTest::payload))
        .containsAll(expected);
  }

  @Test
  void everyRecoveryCourseIsTestedInEveryRunningPhase() {
    var expected = new TreeSet<String>();
    for (var course : Input.RecoveryCourse.values()) {
      expected.add("Thinking × " + course);
      expected.add("Acting × " + course);
      expected.add("Verifying × " + course);
    }
    assertThat(
            rows().stream()
                .filter(row -> row.input() instanceof Input.Recovered)
                .map(
                    row ->
                        row.state().phase().getClass().getSimpleName()
                            + " × "
                            + ((Input.Recovered) row.input()).mode()))
        .containsAll(expected);
  }

  @Test
  @Tag("A14")
  void everyWayToRecoverALostCallIsTested() {
    assertThat(
            rows().stream()
                .filter(
                    row ->
                        row.input().equals(SampleValues.recovered(Input.RecoveryCourse.DRIVE_ON)))
                .map(row -> row.state().phase())
                .flatMap(
                    phase -> phase instanceof Acting acting ? acting.calls().stream() : Stream.of())
                .filter(call -> call.stage() instanceof OpenCall.Stage.Started)
                .map(call -> call.planned().terms().afterCrash()))
        .contains(CallTerms.AfterCrash.values());
  }

  @Test
  @Tag("D4")
  void everyStageOfADirectCallIsTestedWithEveryInputOfACall() {
    var expected = new TreeSet<String>();
    for (var stage :
        List.of(
            OpenCall.Stage.Started.class,
            OpenCall.Stage.Deferred.class,
            OpenCall.Stage.Probing.class,
            OpenCall.Stage.AwaitingAnswer.class,
            OpenCall.Stage.AwaitingApproval.class)) {
      for (var input : leaves(Input.OfCall.class)) {
        expected.add(pair(stage, input));
      }
    }
    assertThat(pairs(DecisionTableTest::namedDirect, row -> Optional.of(row.input())))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static Optional<OpenCall.Stage> namedDirect(DecisionRow row) {
    return row.input() instanceof Input.OfCall about
        ? row.state().direct().stream()
            .map(DirectCall::open)
            .filter(call -> call.effect().equals(about.effect()))
            .map(OpenCall::stage)
            .findFirst()
        : Optional.empty();
  }

  private static Set<String> pairs(
      Function<DecisionRow, Optional<?>> left, Function<DecisionRow, Optional<?>> right) {
    var pairs = new TreeSet<String>();
    for (var row : rows()) {
      left.apply(row)
          .flatMap(l -> right.apply(row).map(r -> pair(l.getClass(), r.getClass())))
          .ifPresent(pairs::add);
    }
    return pairs;
  }

  private static String pair(Class<?> left, Class<?> right) {
    return left.getSimpleName() + " × " + right.getSimpleName();
  }

  /// The stage of the call that the row's input is about, if it is about one.
  private static Optional<OpenCall.Stage> namedStage(DecisionRow row) {
    if (!(row.state().phase() instanceof Acting acting)) {
      return Optional.empty();
    }
    return row.input() instanceof Input.OfCall about
        ? acting.call(about.effect()).map(OpenCall::stage)
        : Optional.empty();
  }

  private static Optional<?> payload(DecisionRow row) {
    if (row.input() instanceof Input.ToolProbed(_, var finding, _)) {
      return Optional.of(finding);
    }
    if (row.input() instanceof Input.AnswerGiven(_, _, var answer, _)) {
      return Optional.of(answer);
    }
    if (row.input() instanceof Input.DeferredNewsGiven(_, var news, _, _)) {
      return Optional.of(news);
    }
    return row.input() instanceof Input.ApprovalGiven(_, var answer, _)
        ? Optional.of(answer)
        : Optional.empty();
  }
}
