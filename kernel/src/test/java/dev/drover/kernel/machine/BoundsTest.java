package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.OVERLOADED;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.ModelReplacement;
import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.OneShotRecord;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.message.CallTerms.ApprovalTerms;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.HookMark.Action;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.Prompt.PromptDenial;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Limits of values: the last accepted value, and the first refused one.
class BoundsTest {
  private static final BlobId BLOB = new BlobId("ab".repeat(32));
  private static final Duration SHORTEST = Duration.ofNanos(1);
  private static final HookMark REWROTE = new HookMark("names", Action.REWROTE, "");
  private static final HookMark DENIED = new HookMark("manners", Action.DENIED, "say it calmly");
  private static final Text SUMMARY = Text.of("[What was said and done before this, summed up]");
  private static final List<ModelReplacement> OTHERS =
      List.of(new ModelReplacement(OVERLOADED, new FallbackModel("script/other", null)));

  private static void assertRefused(ThrowingCallable made, String message) {
    assertThatIllegalArgumentException().isThrownBy(made).withMessage(message);
  }

  @Test
  @Tag("E3")
  void timesToAnswerArePositive() {
    assertThat(new ApprovalTerms(List.of(), SHORTEST).timeout()).isEqualTo(SHORTEST);
    for (var none : List.of(Duration.ZERO, SHORTEST.negated())) {
      assertRefused(
          () -> new ApprovalTerms(List.of(), none), "the time to answer must be positive: " + none);
      assertRefused(() -> ToolDeferral.within(none), "within: must be positive, not " + none);
    }
    assertThat(ToolDeferral.within(SHORTEST).within()).isEqualTo(SHORTEST);
  }

  @Test
  @Tag("B15")
  void aConversationHasZeroToSixteenHandOffs() {
    assertThat(new HandOffChain(16, null).handOffCount()).isEqualTo(16);
    assertRefused(() -> new HandOffChain(-1, null), "0 to 16 hand-offs are possible, not -1");
    assertRefused(() -> new HandOffChain(17, null), "0 to 16 hand-offs are possible, not 17");
  }

  @Test
  @Tag("F2")
  void aChildHasAtLeastDepthOne() {
    var session = new SessionId("s-0");
    assertThat(new SessionOrigin.Delegated(session, e(1), TaskMode.FOREGROUND, 1).depth())
        .isEqualTo(1);
    assertRefused(
        () -> new SessionOrigin.Delegated(session, e(1), TaskMode.FOREGROUND, 0),
        "the depth of a child is at least 1, not 0");
  }

  @Test
  @Tag("D5")
  void theFilePathOfAChangeIsInsideTheWorkspace() {
    assertThat(new FileChange("a", FileChange.ABSENT, FileChange.ABSENT).path()).isEqualTo("a");
    for (var path : List.of("", "/etc/hosts")) {
      assertRefused(
          () -> new FileChange(path, FileChange.ABSENT, FileChange.ABSENT),
          "a path inside the workspace is expected: " + path);
    }
  }

  @Test
  @Tag("B14")
  void mediaIsNotEmpty() {
    assertThat(new Media("image/png", BLOB, 1).bytes()).isEqualTo(1);
    assertRefused(() -> new Media("image/png", BLOB, 0), "media has at least one byte: 0");
  }

  @Test
  @Tag("C5")
  void repairsAreNotNegative() {
    assertThat(new AnswerType.Json("Sum", Text.of("{}"), 0).repairs()).isZero();
    assertRefused(
        () -> new AnswerType.Json("Sum", Text.of("{}"), -1), "repairs are never negative: -1");
  }

  @Test
  @Tag("C6")
  void atLeastOneExchangeIsKept() {
    assertThat(new Input.CompactRequested("ann", 1).keep()).isEqualTo(1);
    assertRefused(() -> new Input.CompactRequested("ann", 0), "the last prompt is always kept: 0");
  }

  @Test
  @Tag("E7")
  void usageAndPricesAreNotNegative() {
    for (int i = 0; i < 5; i++) {
      long[] n = new long[5];
      n[i] = -1;
      assertRefused(
          () -> new BudgetAmount(n[0], n[1], n[2], n[3], n[4]), "amounts are never negative");
    }
    for (int i = 0; i < 4; i++) {
      long[] n = new long[4];
      n[i] = -1;
      assertRefused(() -> new TokenPrice(n[0], n[1], n[2], n[3]), "prices are never negative");
    }
    assertThat(new TokenPrice(0, 0, 0, 0).of(COST)).isZero();
  }

  @Test
  @Tag("E7")
  void aLimitIsPositiveAndTheSoftOneDoesNotExceedTheHardOne() {
    assertThat(new BudgetCap(1, 1).isSoft()).isTrue();
    assertRefused(() -> new BudgetCap(0, 1), "a limit is at least 1, not 0, 1");
    assertRefused(() -> new BudgetCap(1, 0), "a limit is at least 1, not 1, 0");
    assertRefused(() -> new BudgetCap(2, 1), "the soft limit 2 is above the hard limit 1");
  }

  @Test
  @Tag("E7")
  @Tag("F6")
  void namesOfAccountsAndOneShotCompletionsArePlain() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BudgetScope.OfAccount("a b"))
        .withMessageStartingWith("account 'a b' must be");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OneShotRecord("a b", "test/small", COST, BudgetSet.NONE))
        .withMessageStartingWith("completion 'a b' must be");
  }

  @Test
  @Tag("H6")
  void aReportHasUpToThirtyTwoNamedChecks() {
    var most =
        IntStream.range(0, 32)
            .mapToObj(
                n ->
                    VerificationReport.Check.required(
                        "c" + n, "", VerificationReport.Check.Status.PASSED))
            .toList();
    assertThat(VerificationReport.of("ci", most).checks()).hasSize(32);
    assertRefused(
        () -> VerificationReport.Check.optional(" ", "", VerificationReport.Check.Status.PASSED),
        "a check has a name");
  }

  @Test
  @Tag("E6")
  void aDenialEndsWithTheMarkOfTheHookThatDenied() {
    var prompt = new PromptDenial("ann", "5f", List.of(REWROTE, DENIED));
    assertThat(prompt.hook()).isEqualTo("manners");
    assertThat(prompt.why()).isEqualTo("say it calmly");
    var length = new CompactionOutcome.Denied("ann", Cause.ASKED, List.of(REWROTE, DENIED));
    assertThat(length.hook()).isEqualTo("manners");
    assertThat(length.why()).isEqualTo("say it calmly");
    for (var marks : List.of(List.<HookMark>of(), List.of(DENIED, REWROTE))) {
      assertRefused(
          () -> new PromptDenial("ann", "5f", marks), "the last mark must be a denial: " + marks);
      assertRefused(
          () -> new CompactionOutcome.Denied("ann", Cause.ASKED, marks),
          "the last mark must be a denial: " + marks);
    }
  }

  private static CompactionOutcome.Applied compaction(
      CompactionOutcome.Cut cut, Text summary, Usage usage) {
    return new CompactionOutcome.Applied("ann", Cause.ASKED, cut, summary, usage, List.of());
  }

  @Test
  @Tag("C6")
  void usageAndKeptUserMessagesRequireASummary() {
    var plain = CompactionOutcome.Cut.at(1, 1);
    var sparing = new CompactionOutcome.Cut(1, 1, List.of(0), List.of());
    var trimming = new CompactionOutcome.Cut(0, 1, List.of(), List.of(0));
    assertThat(compaction(sparing, SUMMARY, COST).hasSummary()).isTrue();
    assertThat(compaction(plain, Text.EMPTY, Usage.NONE).hasSummary()).isFalse();
    assertThat(compaction(trimming, Text.EMPTY, Usage.NONE).hasSummary()).isFalse();
    assertRefused(
        () -> compaction(sparing, Text.EMPTY, Usage.NONE),
        "kept user messages require a summary: " + sparing);
    assertRefused(() -> compaction(plain, Text.EMPTY, COST), "usage requires a summary: " + COST);
    assertRefused(
        () -> compaction(trimming, SUMMARY, COST),
        "a summary requires dropped messages: " + trimming);
    assertRefused(
        () -> compaction(plain, Text.EMPTY, Usage.NONE).withReplacements(OTHERS),
        "replacements require a summary: " + OTHERS);
  }

  @Test
  @Tag("C6")
  void replacementsAreAcceptedOnlyOutsideARun() {
    var failed = new CompactionOutcome.Failed("ann", Cause.ASKED, OVERLOADED.problem(), 0, COST);
    assertThat(failed.withReplacements(OTHERS).replacements()).isEqualTo(OTHERS);
    assertThat(
            compaction(CompactionOutcome.Cut.at(1, 1), SUMMARY, COST)
                .withReplacements(OTHERS)
                .replacements())
        .isEqualTo(OTHERS);
    var denied = new CompactionOutcome.Denied("ann", Cause.ASKED, List.of(DENIED));
    assertThat(denied.withReplacements(OTHERS)).isSameAs(denied);
    assertThat(denied.replacements()).isEmpty();
    assertThat(denied.usage()).isEqualTo(Usage.NONE);
    assertRefused(
        () ->
            new CompactionOutcome.Failed(
                "ann", Cause.WINDOW, OVERLOADED.problem(), 0, COST, OTHERS),
        "a compaction within a run has no replacements: " + OTHERS);
    assertRefused(
        () -> new CompactionOutcome.Failed("ann", Cause.ASKED, OVERLOADED.problem(), -1, COST),
        "tokens are not negative: -1");
  }

  @Test
  @Tag("C6")
  void indexesOfACutAreInTheirRange() {
    assertThat(new CompactionOutcome.Cut(2, 2, List.of(0, 1), List.of(2, 3)).keptUserMessages())
        .containsExactly(0, 1);
    for (int place : new int[] {-1, 2}) {
      assertRefused(
          () -> new CompactionOutcome.Cut(2, 2, List.of(place), List.of()),
          "indexes must be ascending, between 0 and 2: [%d]".formatted(place));
    }
    for (int place : new int[] {1, 4}) {
      assertRefused(
          () -> new CompactionOutcome.Cut(2, 2, List.of(), List.of(place)),
          "indexes must be ascending, between 2 and 4: [%d]".formatted(place));
    }
    assertRefused(
        () -> CompactionOutcome.Cut.at(-1, 2),
        "the number of dropped or kept messages is invalid: -1, 2");
  }

  @Test
  void aPlanHasACallAndEachCallHasAVerdict() {
    assertRefused(() -> new Event.ToolsPlanned(RUN, List.of()), "a plan has at least one call");
    var calls =
        List.of(
            planned(2, together(), SampleValues.ALLOW), planned(3, together(), SampleValues.ALLOW));
    assertRefused(
        () ->
            new Input.ModelAnswered(
                e(1),
                1,
                SampleValues.calling(calls),
                List.of(SampleValues.judged(calls.getFirst()))),
        "2 calls, 1 verdicts");
  }
}
