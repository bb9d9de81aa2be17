package dev.drover.kernel;

import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.OVERLOADED;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.kernel.HookMark.Deed;
import dev.drover.kernel.ShorteningOutcome.Cause;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Where values end: the last one that is taken, and the first that is not.
class BoundsTest {
  private static final BlobId BLOB = new BlobId("ab".repeat(32));
  private static final Duration SHORTEST = Duration.ofNanos(1);
  private static final HookMark REWROTE = new HookMark("names", Deed.REWROTE, "");
  private static final HookMark DENIED = new HookMark("manners", Deed.DENIED, "say it calmly");
  private static final Text SUMMARY = Text.of("[What was said and done before this, summed up]");
  private static final List<Replacement> OTHERS =
      List.of(new Replacement(OVERLOADED, new Fallback("script/other", null)));

  private static void assertRefused(ThrowingCallable made, String message) {
    assertThatIllegalArgumentException().isThrownBy(made).withMessage(message);
  }

  @Test
  @Tag("E3")
  void whoIsAskedHasSomeTime() {
    assertThat(new Answerers(List.of(), SHORTEST).within()).isEqualTo(SHORTEST);
    for (var none : List.of(Duration.ZERO, SHORTEST.negated())) {
      assertRefused(
          () -> new Answerers(List.of(), none), "the time to answer must be positive: " + none);
      assertRefused(
          () -> Deferred.within(none), "within: a time that is not over yet, not " + none);
    }
    assertThat(Deferred.within(SHORTEST).within()).isEqualTo(SHORTEST);
  }

  @Test
  @Tag("B15")
  void aConversationIsHandedOnFromNeverToSixteenTimes() {
    assertThat(new Chain(16, null).before()).isEqualTo(16);
    assertRefused(() -> new Chain(-1, null), "handed on 0 to 16 times: -1");
    assertRefused(() -> new Chain(17, null), "handed on 0 to 16 times: 17");
  }

  @Test
  @Tag("F2")
  void aChildIsBelowSomebody() {
    var session = new SessionId("s-0");
    assertThat(new Origin.Delegated(session, e(1), TaskMode.FOREGROUND, 1).depth()).isEqualTo(1);
    assertRefused(
        () -> new Origin.Delegated(session, e(1), TaskMode.FOREGROUND, 0),
        "a child is below somebody: 0");
  }

  @Test
  @Tag("D5")
  void aChangedFileIsInTheWorkspace() {
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
  void nothingIsUsedOrPaidForBelowZero() {
    for (int i = 0; i < 5; i++) {
      long[] n = new long[5];
      n[i] = -1;
      assertRefused(() -> new Amount(n[0], n[1], n[2], n[3], n[4]), "amounts are never negative");
    }
    for (int i = 0; i < 4; i++) {
      long[] n = new long[4];
      n[i] = -1;
      assertRefused(() -> new Price(n[0], n[1], n[2], n[3]), "prices are never negative");
    }
    assertThat(new Price(0, 0, 0, 0).of(COST)).isZero();
  }

  @Test
  @Tag("E7")
  void aLimitIsAtLeastOneAndTheSoftOneIsNotBehindTheHardOne() {
    assertThat(new Cap(1, 1).isSoft()).isTrue();
    assertRefused(() -> new Cap(0, 1), "a limit is at least 1, not 0, 1");
    assertRefused(() -> new Cap(1, 0), "a limit is at least 1, not 1, 0");
    assertRefused(() -> new Cap(2, 1), "nobody is warned at 2 if 1 is never passed");
  }

  @Test
  @Tag("E7")
  @Tag("F6")
  void whatIsPaidForHasAPlainName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Payer.OfAccount("a b"))
        .withMessageStartingWith("account 'a b' must be");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OneShot("a b", "test/small", COST, Budgets.NONE))
        .withMessageStartingWith("completion 'a b' must be");
  }

  @Test
  @Tag("H6")
  void aReportHasAsManyAsThirtyTwoChecksEachWithAName() {
    var most =
        IntStream.range(0, 32)
            .mapToObj(n -> CheckOutcome.required("c" + n, "", CheckOutcome.Standing.PASSED))
            .toList();
    assertThat(VerificationReport.of("ci", most).checks()).hasSize(32);
    assertRefused(
        () -> CheckOutcome.optional(" ", "", CheckOutcome.Standing.PASSED), "a check has a name");
  }

  @Test
  @Tag("E6")
  void whatIsDeniedIsDeniedByTheLastHookThatDidSomething() {
    var prompt = new PromptDenial("ann", "5f", List.of(REWROTE, DENIED));
    assertThat(prompt.hook()).isEqualTo("manners");
    assertThat(prompt.why()).isEqualTo("say it calmly");
    var length = new ShorteningDenial("ann", Cause.ASKED, List.of(REWROTE, DENIED));
    assertThat(length.hook()).isEqualTo("manners");
    assertThat(length.why()).isEqualTo("say it calmly");
    for (var marks : List.of(List.<HookMark>of(), List.of(DENIED, REWROTE))) {
      assertRefused(
          () -> new PromptDenial("ann", "5f", marks),
          "the last hook that did something denies: " + marks);
      assertRefused(
          () -> new ShorteningDenial("ann", Cause.ASKED, marks),
          "the last hook that did something denies: " + marks);
    }
  }

  private static Shortening shortening(Cut cut, Text summary, Usage usage) {
    return new Shortening("ann", Cause.ASKED, cut, summary, usage, List.of());
  }

  @Test
  @Tag("C6")
  void onlyASummaryIsPaidForAndStandsBesideSparedWords() {
    var plain = Cut.at(1, 1);
    var sparing = new Cut(1, 1, List.of(0), List.of());
    var trimming = new Cut(0, 1, List.of(), List.of(0));
    assertThat(shortening(sparing, SUMMARY, COST).isSummedUp()).isTrue();
    assertThat(shortening(plain, Text.EMPTY, Usage.NONE).isSummedUp()).isFalse();
    assertThat(shortening(trimming, Text.EMPTY, Usage.NONE).isSummedUp()).isFalse();
    assertRefused(
        () -> shortening(sparing, Text.EMPTY, Usage.NONE),
        "words are spared only beside a summary: " + sparing);
    assertRefused(() -> shortening(plain, Text.EMPTY, COST), "nothing was summed up for " + COST);
    assertRefused(
        () -> shortening(trimming, SUMMARY, COST),
        "what was not dropped is not summed up: " + trimming);
    assertRefused(
        () -> shortening(plain, Text.EMPTY, Usage.NONE).madeAfter(OTHERS),
        "nothing was summed up by " + OTHERS);
  }

  @Test
  @Tag("C6")
  void whoSumsUpForARunIsToldByTheRun() {
    var failed = new ShorteningFailure("ann", Cause.ASKED, OVERLOADED.problem(), 0, COST);
    assertThat(failed.madeAfter(OTHERS).replacements()).isEqualTo(OTHERS);
    assertThat(shortening(Cut.at(1, 1), SUMMARY, COST).madeAfter(OTHERS).replacements())
        .isEqualTo(OTHERS);
    var denied = new ShorteningDenial("ann", Cause.ASKED, List.of(DENIED));
    assertThat(denied.madeAfter(OTHERS)).isSameAs(denied);
    assertThat(denied.replacements()).isEmpty();
    assertThat(denied.usage()).isEqualTo(Usage.NONE);
    assertRefused(
        () -> new ShorteningFailure("ann", Cause.WINDOW, OVERLOADED.problem(), 0, COST, OTHERS),
        "a run says by itself who goes on: " + OTHERS);
    assertRefused(
        () -> new ShorteningFailure("ann", Cause.ASKED, OVERLOADED.problem(), -1, COST),
        "tokens are not negative: -1");
  }

  @Test
  @Tag("C6")
  void placesOfACutAreOnTheirSideOfIt() {
    assertThat(new Cut(2, 2, List.of(0, 1), List.of(2, 3)).spared()).containsExactly(0, 1);
    for (int place : new int[] {-1, 2}) {
      assertRefused(
          () -> new Cut(2, 2, List.of(place), List.of()),
          "places rise, between 0 and 2: [%d]".formatted(place));
    }
    for (int place : new int[] {1, 4}) {
      assertRefused(
          () -> new Cut(2, 2, List.of(), List.of(place)),
          "places rise, between 2 and 4: [%d]".formatted(place));
    }
    assertRefused(() -> Cut.at(-1, 2), "something goes and something is kept: -1, 2");
  }

  @Test
  void aPlanHasACallAndEachCallHasAVerdict() {
    assertRefused(() -> new Event.ToolsPlanned(RUN, List.of()), "a plan has at least one call");
    var calls =
        List.of(planned(2, together(), Samples.ALLOW), planned(3, together(), Samples.ALLOW));
    assertRefused(
        () ->
            new Input.ModelAnswered(
                e(1), 1, Samples.calling(calls), List.of(Samples.judged(calls.getFirst()))),
        "2 calls, 1 verdicts");
  }
}
