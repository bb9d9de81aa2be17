package dev.drover.internal.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.kernel.budget.ModelReplacement;
import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.SessionProfile;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.Bytes;
import dev.drover.trace.TracePage;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventPage;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Journals written by hand, and the spans that a reader of them would draw.
@Tag("H7")
class TraceTest {
  private static final SessionId SESSION = new SessionId("s-1");
  private static final RunId RUN = new RunId("r-1");
  private static final RunId NEXT = new RunId("r-2");
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
  private static final Prompt PROMPT = new Prompt(Text.of("Go."), new Prompt.History.Own(), null);
  private static final Recipe RECIPE =
      new Recipe("script/one", Text.of("Be brief."), List.of("read"), "digest-1");
  private static final Usage COST = new Usage(6, 4, 3, 2, 1);
  private static final String TOKENS =
      "input_tokens=6, output_tokens=4, cache_read_tokens=3, cache_write_tokens=2,"
          + " reasoning_tokens=1";

  private final List<RecordedEvent> journal = new ArrayList<>();

  /// The events of one decision, so many seconds after the start.
  private TraceTest at(int second, Event... events) {
    for (var event : events) {
      journal.add(new RecordedEvent(journal.size() + 1, START.plusSeconds(second), event));
    }
    return this;
  }

  private TraceTest opened() {
    return at(
        0, new Event.SessionOpened(SESSION, "clerk", "/work"), new Event.RecipeAdopted(RECIPE));
  }

  private TracePage read(long after, int limit, Identity whom) {
    var profile =
        new SessionProfile(
            SESSION, "clerk", "/work", RECIPE, List.of(), List.of(), whom, SessionOrigin.OWN);
    return TraceReader.read(this::page, profile, new Cursor(SESSION, after), limit);
  }

  /// Pages of three, so that every span lies across several.
  private EventPage page(Cursor from) {
    int to = (int) Math.min(journal.size(), from.seq() + 3);
    var items =
        journal.subList((int) from.seq(), to).stream()
            .map(entry -> new Notice.Happened(entry, Bytes.of("")))
            .toList();
    boolean more = to < journal.size();
    return new EventPage(items, 1, journal.size(), new Cursor(SESSION, to), more, false);
  }

  private String drawn() {
    return drawn(read(0, 1_000, Identity.NONE));
  }

  private static String drawn(TracePage trace) {
    var lines = new StringBuilder();
    for (var span : trace.spans()) {
      var end = span.end();
      lines.append(
          "%s %s %s %s..%s %s %s\n"
              .formatted(
                  span.parent() == null ? span.id() : span.parent() + " > " + span.id(),
                  span.kind().name().toLowerCase(Locale.ROOT),
                  span.name(),
                  Duration.between(START, span.start()).toSeconds(),
                  end == null ? "" : Duration.between(START, end).toSeconds(),
                  span.status().name().toLowerCase(Locale.ROOT),
                  span.attributes()));
    }
    return lines.toString();
  }

  private static EffectId e(long ordinal) {
    return new EffectId(ordinal);
  }

  private static Event accepted() {
    return new Event.RunAccepted(RUN, PROMPT, RunLimits.DEFAULT);
  }

  private static Event replied(long effect) {
    var said = new ContentBlock.Prose(Text.of("Done."));
    return new Event.ModelReplied(
        RUN, e(effect), new ModelReply(List.of(said), StopReason.DONE, COST));
  }

  private static Event asked(long effect, PlannedCall... calls) {
    var blocks = new ArrayList<ContentBlock>();
    for (var call : calls) {
      blocks.add(new ContentBlock.Call(call.call()));
    }
    return new Event.ModelReplied(
        RUN, e(effect), new ModelReply(blocks, StopReason.CALLS, Usage.NONE));
  }

  private static Event planned(PlannedCall... calls) {
    return new Event.ToolsPlanned(RUN, List.of(calls));
  }

  private static PlannedCall call(long effect, String tool, Verdict verdict) {
    return new PlannedCall(
        e(effect),
        new ToolCall("c" + effect, tool, Text.of("{}")),
        new CallTerms(EffectClass.UNSAFE, AfterCrash.TELL_MODEL, Pace.PARALLEL),
        verdict);
  }

  private static Verdict allow() {
    return new Verdict.Allow("may");
  }

  private static Verdict ask() {
    return new Verdict.Ask("asks", "why", "send(*)", Text.of("preview"));
  }

  private static Event settled(long effect, ToolOutcome outcome) {
    return new Event.ToolSettled(RUN, e(effect), outcome);
  }

  private static ToolOutcome fine() {
    return new ToolOutcome.Succeeded(Text.of("fine"));
  }

  private static Event finished(RunOutcome outcome) {
    return new Event.RunFinished(RUN, outcome, COST);
  }

  private static Event completed() {
    return finished(new RunOutcome.Completed(Text.of("Done.")));
  }

  private static Failure overloaded() {
    return Failure.lasting(new Problem("model_unavailable", "Unavailable", "overloaded", ""));
  }

  @Test
  void aRunWithTwoTurnsAndAToolBetween() {
    var read = call(2, "read", allow());
    opened()
        .at(1, accepted())
        .at(2, new Event.ModelFailed(RUN, e(1), 1, overloaded(), START.plusSeconds(3)))
        .at(4, asked(1, read), planned(read), new Event.ToolStarted(RUN, e(2), 1))
        .at(7, settled(2, fine()))
        .at(9, replied(3), completed());
    assertThat(drawn())
        .isEqualTo(
            """
            r-1 run clerk 1..9 succeeded {turns=2, TOKENS}
            r-1 > r-1/turn-1 model_call script/one 1..4 succeeded {attempts=2, last_failure=model_unavailable, effect=e1, calls=1, input_tokens=0, output_tokens=0, cache_read_tokens=0, cache_write_tokens=0, reasoning_tokens=0}
            r-1 > e2 tool_call read 4..7 succeeded {effect_class=unsafe, verdict=allow, turn=r-1/turn-1, attempts=1, outcome=succeeded}
            r-1 > r-1/turn-2 model_call script/one 7..9 succeeded {attempts=1, effect=e3, calls=0, TOKENS}
            """
                .replace("TOKENS", TOKENS));
  }

  @Test
  void aReplacedModelHasItsOwnSpanAndTheTurnCountsOnce() {
    opened()
        .at(1, accepted())
        .at(2, new Event.ModelFailed(RUN, e(1), 1, overloaded(), START.plusSeconds(3)))
        .at(
            4,
            new Event.ModelReplaced(
                RUN, e(1), 2, overloaded(), new FallbackModel("spare/small", null)))
        .at(6, replied(2), completed());
    assertThat(drawn())
        .isEqualTo(
            """
            r-1 run clerk 1..6 succeeded {models_replaced=1, turns=1, TOKENS}
            r-1 > r-1/turn-1 model_call script/one 1..4 failed {attempts=2, last_failure=model_unavailable}
            r-1 > r-1/turn-2 model_call spare/small 4..6 succeeded {attempts=1, effect=e2, calls=0, TOKENS}
            """
                .replace("TOKENS", TOKENS));
  }

  @Test
  void aCompactionIsASpanOfItsRunOrASeparateSpan() {
    var usage = new Usage(20, 5, 0, 0, 0);
    var summary = Text.of("[What was said and done before this, summed up] Little.");
    var shortening =
        new CompactionOutcome.Applied(
            "drover",
            Cause.WINDOW,
            new CompactionOutcome.Cut(1, 2, List.of(0), List.of()),
            summary,
            usage,
            List.of());
    var problem = new Problem("summary_missing", "None", "no words", "");
    var spare =
        new ModelReplacement(Failure.lasting(problem), new FallbackModel("spare/small", null));
    var failure =
        new CompactionOutcome.Failed("ann", Cause.ASKED, problem, 90, Usage.NONE, List.of(spare));
    opened()
        .at(1, accepted())
        .at(3, new Event.HistoryCompacted(shortening))
        .at(5, replied(2), completed())
        .at(7, new Event.CompactionFailed(failure));
    assertThat(drawn())
        .isEqualTo(
            """
            r-1 run clerk 1..5 succeeded {compactions=1, turns=1, TOKENS}
            r-1 > r-1/turn-1 model_call script/one 1..5 succeeded {attempts=1, effect=e2, calls=0, TOKENS}
            r-1 > compaction-4 compaction drover 3..3 succeeded {cause=window, dropped=1, kept=2, trimmed=0, input_tokens=20, output_tokens=5, cache_read_tokens=0, cache_write_tokens=0, reasoning_tokens=0}
            compaction-7 compaction ann 7..7 failed {cause=asked, problem=summary_missing, model=spare/small}
            """
                .replace("TOKENS", TOKENS));
  }

  private void waits() {
    var send = call(2, "send", ask());
    var pay = call(3, "pay", allow());
    opened()
        .at(1, accepted())
        .at(2, asked(1, send, pay), planned(send, pay))
        .at(2, request(2), new Event.ToolStarted(RUN, e(3), 1))
        .at(3, new Event.ToolDeferred(RUN, e(3), START.plusSeconds(99), List.of()))
        .at(
            5,
            new Event.ApprovalAnswered(
                RUN, e(2), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "ann"))
        .at(5, new Event.ToolStarted(RUN, e(2), 1))
        .at(6, new Event.RunRecovered(RUN, "host-b", List.of(e(2))))
        .at(6, request(2))
        .at(8, answered(2, new ApprovalAnswer.No("no", ApprovalAnswer.OnDenial.GO_ON)))
        .at(8, settled(2, new ToolOutcome.Unknown("?")))
        .at(9, new Event.ToolSettled(RUN, e(3), fine(), List.of(), "bank"));
  }

  @Test
  void approvalsAndDeferralsArePartsOfTheirCalls() {
    waits();
    assertThat(drawn())
        .isEqualTo(
            """
            r-1 run clerk 1.. open {recoveries=1}
            r-1 > r-1/turn-1 model_call script/one 1..2 succeeded {attempts=1, effect=e1, calls=2, input_tokens=0, output_tokens=0, cache_read_tokens=0, cache_write_tokens=0, reasoning_tokens=0}
            r-1 > e2 tool_call send 2..8 unknown {effect_class=unsafe, verdict=ask, turn=r-1/turn-1, attempts=1, outcome=unknown}
            r-1 > e3 tool_call pay 2..9 succeeded {effect_class=unsafe, verdict=allow, turn=r-1/turn-1, attempts=1, outcome=succeeded}
            e2 > e2/approval-1 approval send 2..5 succeeded {why=may I?, by=ann}
            e3 > e3/away deferral pay 3..9 succeeded {until=2026-03-01T10:01:39Z, by=bank}
            e2 > e2/approval-2 approval send 6..8 refused {why=may I?, by=ann}
            r-1 > r-1/turn-2 model_call script/one 9.. open {attempts=1}
            """);
  }

  private static Event answered(long effect, ApprovalAnswer answer) {
    return new Event.ApprovalAnswered(RUN, e(effect), answer, "ann");
  }

  private static Event request(long effect) {
    return new Event.ApprovalRequested(
        RUN, e(effect), "send", "may I?", "send(*)", Text.EMPTY, List.of(), null);
  }

  @Test
  void cancellingWhileToolsRunStartsNoModelCall() {
    var read = call(2, "read", allow());
    opened()
        .at(1, accepted())
        .at(2, asked(1, read), planned(read), new Event.ToolStarted(RUN, e(2), 1))
        .at(
            4,
            settled(2, new ToolOutcome.Cancelled("cancelled by ann")),
            new Event.ReplyInterrupted(RUN, e(3), Text.EMPTY),
            finished(new RunOutcome.Cancelled("ann", "enough")));
    assertThat(drawn())
        .doesNotContain("turn-2")
        .contains("r-1 run clerk 1..4 cancelled {turns=1, ")
        .contains("by=ann}")
        .contains("r-1 > e2 tool_call read 2..4 cancelled ");
  }

  @Test
  void interruptedAndFailedModelCallsEndWithTheirRuns() {
    opened()
        .at(1, accepted())
        .at(
            3,
            new Event.ReplyInterrupted(RUN, e(1), Text.of("Well")),
            finished(new RunOutcome.Cancelled("ann", "enough")))
        .at(4, new Event.RunAccepted(NEXT, PROMPT, RunLimits.DEFAULT))
        .at(6, new Event.RunFinished(NEXT, failed(), Usage.NONE));
    assertThat(drawn())
        .contains("r-1 > r-1/turn-1 model_call script/one 1..3 cancelled {attempts=1}")
        .contains("r-2 > r-2/turn-1 model_call script/one 4..6 failed {attempts=1}")
        .contains("problem=model_unavailable}");
  }

  private static RunOutcome failed() {
    return new RunOutcome.Failed(overloaded(), Text.EMPTY);
  }

  @Test
  void aSteeredRunContinuesAndAQueuedRunBeginsLater() {
    opened()
        .at(1, accepted())
        .at(2, new Event.PromptQueued(NEXT, PROMPT, RECIPE, RunLimits.DEFAULT))
        .at(3, new Event.TextSteered(RUN, Text.of("And that?"), null))
        .at(4, replied(1))
        .at(6, replied(2), completed(), new Event.RunAccepted(NEXT, PROMPT, RunLimits.DEFAULT));
    assertThat(drawn())
        .contains("r-1 run clerk 1..6 succeeded {steered=1, turns=2, ")
        .contains("r-1 > r-1/turn-2 model_call script/one 4..6 succeeded")
        .contains("r-2 run clerk 2.. open {began=2026-03-01T10:00:06Z}")
        .contains("r-2 > r-2/turn-1 model_call script/one 6.. open");
  }

  @Test
  @Tag("B8")
  void aDirectCallHasNoParentAndBothKindsOfRootHaveAnIdentity() {
    var name = new RunId("c-1");
    opened()
        .at(1, new Event.DirectCallAccepted(name, "host", call(1, "read", allow())))
        .at(1, new Event.ToolStarted(name, e(1), 1))
        .at(2, new Event.ToolSettled(name, e(1), new ToolOutcome.Failed(Text.of("no"))))
        .at(3, accepted());
    var whom = Identity.ofTenant("acme").principal("bob").correlation("T-17");
    assertThat(drawn(read(0, 10, whom)))
        .isEqualTo(
            """
            e1 tool_call read 1..2 failed {effect_class=unsafe, verdict=allow, call=c-1, by=host, tenant=acme, principal=bob, correlation=T-17, attempts=1, outcome=failed}
            r-1 run clerk 3.. open {tenant=acme, principal=bob, correlation=T-17}
            r-1 > r-1/turn-1 model_call script/one 3.. open {attempts=1}
            """);
  }

  @Test
  @Tag("A9")
  void consecutivePagesNeverSplitAnEvent() {
    waits();
    var whole = drawn();
    for (int limit = 1; limit <= 9; limit++) {
      var lines = new StringBuilder();
      var page = read(0, limit, Identity.NONE);
      lines.append(drawn(page));
      while (page.hasMore()) {
        page = read(page.next().seq(), limit, Identity.NONE);
        assertThat(page.spans()).isNotEmpty();
        lines.append(drawn(page));
      }
      assertThat(lines.toString()).isEqualTo(whole);
      assertThat(page.next().seq()).isEqualTo(journal.size());
    }
    assertThatIllegalArgumentException().isThrownBy(() -> read(0, 0, Identity.NONE));
  }

  @Test
  @Tag("A8")
  void aRunWithATrimmedBeginningHasNoSpans() {
    at(4, settled(2, fine())).at(5, replied(3), completed()).at(6, accepted2());
    assertThat(drawn()).startsWith("r-2 run clerk 6.. open").doesNotContain("r-1");
  }

  private static Event accepted2() {
    return new Event.RunAccepted(NEXT, PROMPT, RunLimits.DEFAULT);
  }
}
