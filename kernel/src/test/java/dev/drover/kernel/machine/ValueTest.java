package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.PromptRewrite;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.DeferredCallKey;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The small values: validation, texts and sums.
class ValueTest {
  @Test
  @Tag("F5")
  void usageAddsUpCounterByCounter() {
    assertThat(new Usage(1, 20, 300, 4_000, 5).plus(new Usage(2, 30, 400, 5_000, 6)))
        .isEqualTo(new Usage(3, 50, 700, 9_000, 11));
    assertThat(COST.plus(Usage.NONE)).isEqualTo(COST);
  }

  @Test
  @Tag("F5")
  void reasoningIsPartOfTheOutputAndCountedOnce() {
    assertThat(new Usage(1, 20, 300, 4_000, 20).total()).isEqualTo(4_321);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Usage(0, 4, 0, 0, 5))
        .withMessage("reasoning is part of output: 5 of 4");
  }

  @Test
  @Tag("F5")
  void noCounterIsNegative() {
    for (int negative = 0; negative < 5; negative++) {
      long[] n = new long[5];
      n[negative] = -1;
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Usage(n[0], n[1], n[2], n[3], n[4]))
          .withMessage("token counts are never negative");
    }
  }

  @Test
  @Tag("F5")
  void countersSaturateAtTheirMaximum() {
    var most = Long.MAX_VALUE;
    var absurd = new Usage(most, most, most, most, most);
    assertThat(absurd.plus(COST)).isEqualTo(absurd);
    assertThat(COST.plus(absurd)).isEqualTo(absurd);
    assertThat(absurd.total()).isEqualTo(most);
    assertThat(new Usage(0, most, 0, 1, 0).total()).isEqualTo(most);
  }

  @Test
  @Tag("F5")
  void usageIsSubtractedCounterByCounterAndNeverNegative() {
    assertThat(new Usage(10, 20, 30, 40, 15).minus(new Usage(1, 6, 3, 4, 5)))
        .isEqualTo(new Usage(9, 14, 27, 36, 10));
    assertThat(COST.minus(new Usage(7, 3, 1, 1, 0))).isEqualTo(new Usage(0, 1, 0, 0, 1));
    // Reasoning is part of the output that is left.
    assertThat(new Usage(0, 9, 0, 0, 9).minus(new Usage(0, 8, 0, 0, 0)))
        .isEqualTo(new Usage(0, 1, 0, 0, 1));
  }

  @Test
  void aProblemIsOneLineWithItsRemedy() {
    assertThat(new Problem("out_of_turns", "Out of turns", "50 turns are used", "Allow more."))
        .hasToString("out_of_turns: 50 turns are used. Allow more.");
    assertThat(new Problem("x", "Title", "A sentence.", "Do it."))
        .hasToString("x: A sentence. Do it.");
    assertThat(new Problem("x", "Title", "", "Do it.")).hasToString("x: Title. Do it.");
    assertThat(new Problem("x", "Title", "detail", "")).hasToString("x: detail");
    assertThat(new Problem("x", "Title", "", "")).hasToString("x: Title");
  }

  @Test
  void aProblemCodeIsSnakeCase() {
    for (var wrong : List.of("", "Out_of_turns", "out-of-turns", "1x", "a".repeat(65))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Problem(wrong, "", "", ""))
          .withMessage("a problem code is snake_case: '%s'", wrong);
    }
  }

  @Test
  @Tag("B1")
  void aLimitThatAllowsNothingIsRefusedByItsName() {
    assertThat(new RunLimits(1, 1, 1)).isNotNull();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RunLimits(0, 1, 1))
        .withMessage("turns: at least 1, not 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RunLimits(1, -5, 1))
        .withMessage("tokens: at least 1, not -5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RunLimits(1, 1, 0))
        .withMessage("attempts: at least 1, not 0");
  }

  @Test
  void byDefaultARunHasFiftyTurnsAndNoTokenLimit() {
    assertThat(RunLimits.DEFAULT).isEqualTo(new RunLimits(50, Long.MAX_VALUE, 3));
  }

  @ParameterizedTest
  @EnumSource(Pace.class)
  @Tag("K7")
  void anUnsafeCallCannotBePlannedToRepeatAutomatically(Pace pace) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CallTerms(EffectClass.UNSAFE, AfterCrash.RUN_AGAIN, pace))
        .withMessage("an unsafe call is never run again silently");
  }

  @ParameterizedTest
  @EnumSource(value = EffectClass.class, names = "UNSAFE", mode = EnumSource.Mode.EXCLUDE)
  void aRepeatableCallMayRunAgain(EffectClass effects) {
    assertThat(new CallTerms(effects, AfterCrash.RUN_AGAIN, Pace.PARALLEL).effects())
        .isEqualTo(effects);
  }

  @Test
  void everyCallOfAReplyNeedsAVerdict() {
    var reply = SampleValues.calling(List.of(planned(2, together(), ALLOW)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Input.ModelAnswered(e(1), 1, reply, List.of()))
        .withMessage("1 calls, 0 verdicts");
  }

  @Test
  void theAnswerOfAReplyIsItsLastProse() {
    var blocks =
        List.<ContentBlock>of(
            new ContentBlock.Prose(Text.of("First.")),
            new ContentBlock.Reasoning(Text.of("Hm.")),
            new ContentBlock.Prose(Text.of("Last.")),
            new ContentBlock.Call(SampleValues.call(2)));
    var reply = new ModelReply(blocks, StopReason.CALLS, COST);
    assertThat(reply.answer()).isEqualTo(Text.of("Last."));
    assertThat(reply.calls()).containsExactly(SampleValues.call(2));
    assertThat(new ModelReply(List.of(), StopReason.DONE, COST).answer()).isEqualTo(Text.EMPTY);
  }

  @Test
  void aWaitIsNeverNegative() {
    assertThat(new Failure.Retry.Later(Duration.ZERO).after()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Failure.Retry.Later(Duration.ofMillis(-1)))
        .withMessage("a wait is never negative: PT-0.001S");
    assertThat(new Failure.Retry.Throttled(Duration.ZERO).after()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Failure.Retry.Throttled(Duration.ofMillis(-1)))
        .withMessage("a wait is never negative: PT-0.001S");
  }

  @Test
  void onlyTheEmptyTextIsEmpty() {
    var blob = new BlobId("0".repeat(64));
    assertThat(Text.of("")).isSameAs(Text.EMPTY);
    assertThat(Text.of(" ").isEmpty()).isFalse();
    assertThat(new Text.Stored(blob, 1).isEmpty()).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Text.Stored(blob, 0))
        .withMessage("a stored text has at least one byte: 0");
  }

  @Test
  void aValueCopiesTheListItIsMadeFrom() {
    var names = new ArrayList<>(List.of("read"));
    var recipe = new Recipe("script/one", Text.EMPTY, names, "digest");
    var history = new ArrayList<Message>();
    var given = new Prompt.History.Given(history);
    var lost = new ArrayList<>(List.of(e(1)));
    var recovered = new Event.RunRecovered(SampleValues.RUN, "host", lost);
    names.add("send");
    history.add(new Message.User(Text.EMPTY));
    lost.clear();
    assertThat(recipe.tools()).containsExactly("read");
    assertThat(given.messages()).isEmpty();
    assertThat(recovered.lost()).containsExactly(e(1));
  }

  @Test
  void anIdentityIsBuiltPartByPart() {
    assertThat(Identity.ofTenant("acme").principal("ann").template("clerk").correlation("T-17"))
        .isEqualTo(new Identity("acme", "ann", "clerk", "T-17"));
    assertThat(new Identity("x".repeat(200), "", "", "").tenant()).hasSize(200);
  }

  @Test
  void everyPartOfAnIdentityIsAShortName() {
    for (int part = 0; part < 4; part++) {
      for (var bad : List.of("x".repeat(201), "two\nlines")) {
        var parts = new String[] {"", "", "", ""};
        parts[part] = bad;
        assertThatIllegalArgumentException()
            .isThrownBy(() -> new Identity(parts[0], parts[1], parts[2], parts[3]))
            .withMessageContaining(
                List.of("tenant", "principal", "template", "correlation").get(part))
            .withMessageContaining("at most 200 characters");
      }
    }
  }

  @Test
  void aDeferredCallKeyParsesItsOwnText() {
    var key = new DeferredCallKey(new SessionId("s-1"), e(12));
    assertThat(key).hasToString("s-1.e12");
    assertThat(DeferredCallKey.parse("s-1.e12")).isEqualTo(key);
    assertThat(DeferredCallKey.parse("s.e1"))
        .isEqualTo(new DeferredCallKey(new SessionId("s"), e(1)));
    for (var bad : List.of("", "e12", ".e12")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> DeferredCallKey.parse(bad))
          .withMessageContaining("looks like s-1.e12");
    }
  }

  @Test
  void aLoopGuardHasPositiveLimits() {
    assertThat(new LoopGuard(2, 1, 1).repeats()).isEqualTo(2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LoopGuard(1, 1, 1))
        .withMessage("repeats: at least 2, not 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LoopGuard(2, 0, 1))
        .withMessage("misfits: at least 1, not 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LoopGuard(2, 1, 0))
        .withMessage("failures: at least 1, not 0");
  }

  @Test
  @Tag("B4")
  void aCancelledCallNamesThePersonWhoCancelledIt() {
    assertThat(ToolOutcome.Cancelled.by("ann").person()).contains("ann");
    assertThat(new ToolOutcome.Cancelled("the process died").person()).isEmpty();
  }

  @Test
  @Tag("B15")
  void theNextAgentIsParsedFromTheHandOffMessage() {
    assertThat(HandOff.agentIn(Text.of("The conversation goes on with billing")))
        .contains("billing");
    assertThat(HandOff.agentIn(Text.of("It goes on with billing"))).isEmpty();
    assertThat(HandOff.agentIn(new Text.Stored(new BlobId("0".repeat(64)), 5))).isEmpty();
  }

  @Test
  @Tag("C6")
  void generatedMessagesAreDistinguishedFromThoseOfTheUser() {
    var summary = new Message.User(Text.of("[What was said and done before this, summed up: ...]"));
    assertThat(CompactionOutcome.Applied.isSummaryMessage(summary)).isTrue();
    assertThat(CompactionOutcome.Applied.isSummaryMessage(new Message.User(Text.of("Go."))))
        .isFalse();
    var complaint = new Event.AnswerRejected(SampleValues.RUN, e(1), "No object.").message();
    assertThat(Event.AnswerRejected.isRejectionMessage(complaint)).isTrue();
    assertThat(Event.AnswerRejected.isRejectionMessage(summary)).isFalse();
    assertThat(
            CompactionOutcome.Cut.isTrimNotice(
                Text.of("[This output was taken out to make room: it had 4 bytes.]")))
        .isTrue();
    assertThat(CompactionOutcome.Cut.isTrimNotice(Text.of("fine"))).isFalse();
  }

  @Test
  @Tag("E6")
  void theMarksOfHooksStayWithACall() {
    var marks = List.of(new HookMark("mask", HookMark.Action.REWROTE, "a secret"));
    var judged = new JudgedCall(SampleValues.call(2), together(), ALLOW, "abc").marked(marks);
    assertThat(judged.planned(e(2), ALLOW))
        .isEqualTo(new PlannedCall(e(2), SampleValues.call(2), together(), ALLOW, "abc", marks));
    assertThat(PromptRewrite.NONE.isEmpty()).isTrue();
    assertThat(new PromptRewrite(marks, "5f").isEmpty()).isFalse();
  }

  @Test
  @Tag("H6")
  void aCheckHasItsEvidenceAndAReportItsRun() {
    var check =
        VerificationReport.Check.required(
            "unit", "make test", VerificationReport.Check.Status.FAILED);
    assertThat(check.evidence("2 of 9 failed").evidence()).isEqualTo(Text.of("2 of 9 failed"));
    assertThat(check.evidence("2 of 9 failed").id()).isEqualTo("unit");
    assertThat(VerificationReport.of("ci", List.of(check)).about(SampleValues.RUN))
        .isEqualTo(new VerificationReport(SampleValues.RUN, "ci", List.of(check)));
  }

  @Test
  void aTaskEndsAsItsRunDid() {
    assertThat(TaskStatus.of(new RunOutcome.Completed(Text.EMPTY))).isEqualTo(TaskStatus.COMPLETED);
    assertThat(TaskStatus.of(new RunOutcome.Failed(SampleValues.OVERLOADED, Text.EMPTY)))
        .isEqualTo(TaskStatus.FAILED);
    assertThat(TaskStatus.of(new RunOutcome.Cancelled("ann", ""))).isEqualTo(TaskStatus.CANCELLED);
    assertThat(
            TaskStatus.of(
                new RunOutcome.HandedOff(new SessionId("s-2"), SampleValues.OTHER_RUN, Text.EMPTY)))
        .isEqualTo(TaskStatus.COMPLETED);
  }

  @Test
  void budgetsReturnTheirLimits() {
    assertThat(BudgetCap.at(5).isHard()).isTrue();
    assertThat(BudgetCap.at(5).isSoft()).isFalse();
    assertThat(BudgetCap.at(5).warningAt(3).isSoft()).isTrue();
    assertThat(Budget.NONE.tokens(5).tokens()).isEqualTo(BudgetCap.at(5));
    assertThat(Budget.NONE.modelCalls(6).modelCalls()).isEqualTo(BudgetCap.at(6));
    assertThat(Budget.NONE.toolCalls(7).toolCalls()).isEqualTo(BudgetCap.at(7));
    assertThat(Budget.NONE.money(BudgetCap.at(8)).money()).isEqualTo(BudgetCap.at(8));
  }
}
