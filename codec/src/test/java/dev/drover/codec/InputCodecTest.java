package dev.drover.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.drover.codec.json.TestSeed;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.BudgetSet.BudgetOrigin;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.JudgedCall;
import dev.drover.kernel.machine.TaskOutcome;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.ApprovalTerms;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.kernel.value.WhenBusy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InputCodecTest {
  private static final GoldenFiles FILES = new GoldenFiles("input-v1");
  private static final RunId RUN = new RunId("r-1");
  private static final EffectId EFFECT = new EffectId(3);
  private static final Recipe RECIPE =
      new Recipe("scripted/demo", Text.of("Be brief."), List.of("read"), "9f2c");

  private static final Map<String, Input> ABOUT_RUNS =
      Map.of(
          "prompted",
          new Input.Prompted(
              RUN,
              new Prompt(
                  Text.of("What is in calc.sh?"), new Prompt.History.Own(), new RunKey("k-1")),
              RECIPE,
              RunLimits.DEFAULT,
              WhenBusy.REFUSE),
          "prompted-queue",
          new Input.Prompted(
              RUN,
              new Prompt(Text.of("And then?"), new Prompt.History.Own(), null),
              RECIPE,
              RunLimits.DEFAULT,
              WhenBusy.QUEUE),
          "prompted-steer",
          new Input.Prompted(
              RUN,
              new Prompt(Text.of("Not that file."), new Prompt.History.Own(), null),
              RECIPE,
              RunLimits.DEFAULT,
              WhenBusy.STEER),
          "approval_given",
          new Input.ApprovalGiven(
              EFFECT,
              new ApprovalAnswer.No("use the other file", ApprovalAnswer.OnDenial.STOP),
              "anna"),
          "answer_given",
          new Input.AnswerGiven(
              EFFECT, 2, new QuestionAnswer.Accepted(Text.of("{\"account\":7}")), "anna"),
          "completion_given",
          new Input.DeferredCallCompleted(
              EFFECT,
              new ToolOutcome.Succeeded(Text.of("transferred")),
              List.of(Label.SECRET),
              "bank-worker"),
          "task_finished",
          new Input.TaskFinished(
              new SessionId("s-1-e2"),
              new TaskOutcome(
                  TaskStatus.COMPLETED,
                  Text.of("It is in calc.sh."),
                  new Usage(1200, 80, 0, 0, 0),
                  Text.of("A task has ended."))),
          "call_cancelled",
          new Input.CallCancelled(EFFECT, "anna"),
          "cancel_requested",
          new Input.CancelRequested(RUN, "anna", "no longer needed", Text.of("It adds")),
          "cancel_requested-any",
          new Input.CancelRequested(null, "anna", "", Text.EMPTY));

  private static final Map<String, Input> ABOUT_SESSIONS =
      Map.of(
          "clear_requested",
          new Input.ClearRequested("anna"),
          "compact_requested",
          new Input.CompactRequested("anna", 2),
          "compaction_given",
          new Input.CompactionGiven(EFFECT, GoldenCompactions.SUMMED_UP),
          "compaction_given-denied",
          new Input.CompactionGiven(EFFECT, GoldenCompactions.DENIAL),
          "compaction_given-failed",
          new Input.CompactionGiven(EFFECT, GoldenCompactions.FAILURE),
          "verification_given",
          new Input.VerificationGiven(GoldenVerifications.REPORT),
          "one_shot_given",
          new Input.OneShotGiven(GoldenBudgetEvents.SHOT),
          "denial_given",
          new Input.DenialGiven(GoldenToolEvents.DENIAL),
          "task_finished-labelled",
          new Input.TaskFinished(
              new SessionId("s-1-e2"),
              new TaskOutcome(
                  TaskStatus.FAILED,
                  Text.of("it broke"),
                  new Usage(1200, 80, 0, 0, 0),
                  Text.EMPTY,
                  List.of(Label.UNTRUSTED))));

  private static final Map<String, Input> ABOUT_BUDGETS =
      Map.of(
          "budgets_given",
          new Input.BudgetsGiven(GoldenBudgetEvents.BUDGETS, "anna"),
          "budgets_given-back",
          new Input.BudgetsGiven(GoldenBudgetEvents.BUDGETS, "anna", BudgetOrigin.RUN));

  private static final Map<String, Input> GOLDEN =
      union(ABOUT_RUNS, union(ABOUT_SESSIONS, ABOUT_BUDGETS));

  private static Map<String, Input> union(Map<String, Input> one, Map<String, Input> other) {
    var all = new TreeMap<>(one);
    all.putAll(other);
    return all;
  }

  private final InputCodec codec = new InputCodec();

  @Test
  void inputsMatchTheirGoldenFilesInBothDirections() {
    assertThat(FILES.names()).isEqualTo(GOLDEN.keySet());
    GOLDEN.forEach(
        (name, input) -> {
          assertThat(new String(codec.encode(input), UTF_8))
              .isEqualTo(new String(FILES.read(name), UTF_8));
          assertThat(codec.decode(FILES.read(name))).isEqualTo(input);
        });
  }

  @Test
  void generatedInputsRoundTrip() {
    var seed = new TestSeed();
    var values = new RandomValues(seed.random());
    for (int i = 0; i < 2_000; i++) {
      var input = waiting(values);
      assertThat(codec.decode(codec.encode(input))).as("%s", seed).isEqualTo(input);
    }
  }

  private static Input waiting(RandomValues values) {
    return switch (values.choice(14)) {
      case 12 ->
          new Input.AnswerGiven(
              values.effect(), values.attempt(), values.questionAnswer(), values.string());
      case 0 ->
          new Input.Prompted(
              values.run(),
              values.prompt(),
              values.recipe(),
              values.limits(),
              List.of(WhenBusy.values()).get(values.choice(3)));
      case 1 -> new Input.ApprovalGiven(values.effect(), values.answer(), values.string());
      case 2 ->
          new Input.DeferredCallCompleted(
              values.effect(), values.outcome(), values.labels(), values.string());
      case 3 ->
          new Input.CancelRequested(
              values.choice(2) == 0 ? null : values.run(),
              values.string(),
              values.string(),
              values.text());
      case 5 -> new Input.CallCancelled(values.effect(), values.string());
      case 6 -> new Input.VerificationGiven(values.report());
      case 7 -> new Input.CompactRequested(values.string(), values.attempt());
      case 8 -> new Input.DenialGiven(values.denial());
      case 9 -> new Input.CompactionGiven(values.effect(), values.appliedCompaction());
      case 10 -> new Input.CompactionGiven(values.effect(), values.compactionDenial());
      case 4 -> new Input.BudgetsGiven(RandomBudgets.budgets(values), values.string());
      case 11 -> new Input.OneShotGiven(values.oneShot());
      default -> new Input.ClearRequested(values.string());
    };
  }

  private static final HandOff HAND_OFF =
      new HandOff(new SessionId("s-2"), new RunId("r-2"), "billing", "/", Text.of("go on"));

  static List<Input> thatNeverWait() {
    var failure = Failure.lasting(new Problem("broken", "", "", ""));
    var reply = new ModelReply(List.of(), ModelReply.StopReason.DONE, Usage.NONE);
    return List.of(
        new Input.Opened(new SessionId("s-1"), "clerk", "/", RECIPE),
        new Input.HandOffRequested(HAND_OFF, "ann"),
        new Input.HandedOff(new EffectId(2), HAND_OFF),
        new Input.EditRequested(new EffectId(2), new ToolOutcome.Unknown("cut"), "ann"),
        new Input.Forked(new SessionId("s-2"), new SessionId("s-1"), "clerk", "/", "ann"),
        new Input.ModelAnswered(EFFECT, 1, reply, List.of()),
        new Input.ModelCallFailed(EFFECT, 1, failure, null),
        new Input.ModelPostponed(EFFECT, 1, GoldenCompactions.DENIAL),
        new Input.ChecksEnded(EFFECT, GoldenVerifications.REPORT, "unit failed"),
        new Input.FilesAnnounced(EFFECT, List.of()),
        new Input.CloseRequested("close", "", Text.EMPTY),
        new Input.DirectCalled(
            new RunId("c-1"),
            "host",
            new JudgedCall(
                new ToolCall("c-1", "read", Text.of("{}")),
                new CallTerms(
                    EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL),
                new Verdict.Allow("direct call"))),
        new Input.WorkspaceCaptured(EFFECT, new BlobId("ab".repeat(32))),
        new Input.FilesFound(RUN, EFFECT, List.of()),
        new Input.ApprovalExpired(EFFECT),
        new Input.ToolDeferred(EFFECT, ToolDeferral.untilCompleted(), List.of()),
        new Input.TaskAnnounced(EFFECT, new SessionId("s-2"), "a/b", TaskMode.FOREGROUND, null),
        new Input.DeferredCallExpired(EFFECT),
        new Input.ToolAsked(EFFECT, ToolQuestion.confirm("Go on?", ""), ApprovalTerms.ANYBODY),
        new Input.DeferredNewsGiven(EFFECT, new DeferredCallNews.Gone("lost")),
        new Input.UndoRequested(new RunId("r-1"), "anna", List.of()),
        new Input.ToolAnswered(EFFECT, new ToolOutcome.Unknown("")),
        new Input.ToolProbed(EFFECT, new ProbeResult.DidNotHappen()),
        new Input.AccountLimitReached(
            RUN, new BudgetScope.OfAccount("acme"), BudgetMeasure.TOKENS, 1, 2),
        new Input.Recovered("host-7", Input.RecoveryCourse.DRIVE_ON));
  }

  @ParameterizedTest
  @MethodSource("thatNeverWait")
  void anInputThatNeverWaitsIsRefused(Input input) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.encode(input))
        .withMessage(input.getClass().getSimpleName() + " never waits in an inbox");
  }

  @Test
  void everyInputEitherWaitsOrDoesNot() {
    var seen =
        Stream.concat(GOLDEN.values().stream(), thatNeverWait().stream())
            .map(Object::getClass)
            .distinct();

    assertThat(seen).hasSize(RecordKinds.of(Input.class).size());
  }

  @Test
  void anInputOfALaterVersionOrADamagedOneIsRefused() {
    var whole = new String(FILES.read("clear_requested"), UTF_8);

    assertThat(refused(whole.replace("\"v\":1", "\"v\":2")))
        .isEqualTo(
            "inbox_unreadable: an input: clear_requested has version 2, the highest that can be"
                + " read is 1. Upgrade Drover to the version that wrote it, or a later one.");
    assertThat(refused(whole.replace("clear_requested", "steered")))
        .contains("type 'steered' (version 1) is not known here");
    assertThat(refused(whole.replace("\"anna\"", "{}")))
        .startsWith("inbox_unreadable: an input: field by: a string is expected");
  }

  private String refused(String input) {
    return catchThrowableOfType(UnreadableInput.class, () -> codec.decode(input.getBytes(UTF_8)))
        .problem()
        .toString();
  }
}
