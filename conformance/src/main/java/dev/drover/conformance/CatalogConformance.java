package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.ApprovalEligibility;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Catalog.RunEnd;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.spi.store.Catalog.RunStart;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.store.Journal.EventRange;
import dev.drover.spi.store.Journal.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [dev.drover.spi.store.Catalog].
///
/// Ordinals need only grow, so the expected rows take theirs from the store.
public abstract class CatalogConformance extends StoreConformance {
  private static final Instant LATER = NOON.plusNanos(1);
  private static final EffectId EFFECT = new EffectId(4);

  protected CatalogConformance() {}

  @Test
  @Tag("B1")
  void aSessionIsListedAsItWasOpened() {
    append(
        AppendBuilder.after(0, SESSION, "a", "b")
            .with(new Catalog.Change.SessionOpened("clerk", "/work/café", NOON)));
    append(AppendBuilder.after(2, SESSION, "c"));
    var row = store().catalog().session(SESSION).orElseThrow();
    assertThat(row)
        .isEqualTo(new SessionRow(row.ordinal(), SESSION, "clerk", "/work/café", NOON, 3, null));
    assertThat(row.ordinal()).isPositive();
    assertThat(store().catalog().sessions(0, ALL)).containsExactly(row);
    assertThat(store().catalog().session(OTHER)).isEmpty();
  }

  @Test
  @Tag("A11")
  void sessionsOfOneInstantAreListedInTheOrderOfTheirCreation() {
    var names = List.of("z", "a", "m", "b", "y");
    names.forEach(name -> givenSession(new SessionId(name)));
    var all = store().catalog().sessions(0, ALL);
    assertThat(all.stream().map(row -> row.session().value())).containsExactlyElementsOf(names);
    assertThat(all.stream().map(SessionRow::ordinal).toList()).isSorted().doesNotHaveDuplicates();
  }

  @Test
  @Tag("A11")
  void aPageOfSessionsContinuesThePreviousOne() {
    for (var name : List.of("z", "a", "m")) {
      givenSession(new SessionId(name));
    }
    var first = store().catalog().sessions(0, 2);
    assertThat(first.stream().map(row -> row.session().value())).containsExactly("z", "a");
    givenSession(new SessionId("b"));
    append(AppendBuilder.after(1, new SessionId("z"), "grown"));
    var second = store().catalog().sessions(first.getLast().ordinal(), 2);
    assertThat(second.stream().map(row -> row.session().value())).containsExactly("m", "b");
    assertThat(store().catalog().sessions(second.getLast().ordinal(), 2)).isEmpty();
  }

  @Test
  @Tag("A11")
  void sessionsCreatedConcurrentlyAreEachOnOnePage() throws Exception {
    ConcurrentRun.<Void>run(
        32,
        thread ->
            () -> {
              givenSession(new SessionId("s-" + thread));
              return null;
            });
    var seen = new ArrayList<String>();
    for (var page = store().catalog().sessions(0, 5);
        !page.isEmpty();
        page = store().catalog().sessions(page.getLast().ordinal(), 5)) {
      page.forEach(row -> seen.add(row.session().value()));
    }
    assertThat(seen)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 32).mapToObj(thread -> "s-" + thread).toList());
  }

  @Test
  @Tag("A12")
  void unfinishedSessionsAreThoseWithAnUnfinishedRun() {
    for (var name : List.of("z", "a", "m")) {
      var session = new SessionId(name);
      givenSession(session);
      append(AppendBuilder.after(1, session, "accepted").accepting(new RunId("r-" + name), null));
    }
    givenSession(new SessionId("idle"));
    finish(new SessionId("a"), 2, new RunId("r-a"), RunStatus.COMPLETED);
    var unfinished = store().catalog().unfinished(0, ALL);
    assertThat(unfinished)
        .containsExactly(
            new SessionRow(
                unfinished.get(0).ordinal(),
                new SessionId("z"),
                "clerk",
                "/work",
                NOON,
                2,
                new RunId("r-z")),
            new SessionRow(
                unfinished.get(1).ordinal(),
                new SessionId("m"),
                "clerk",
                "/work",
                NOON,
                2,
                new RunId("r-m")));
    assertThat(store().catalog().unfinished(0, 1)).containsExactly(unfinished.get(0));
    assertThat(store().catalog().unfinished(unfinished.get(0).ordinal(), 1))
        .containsExactly(unfinished.get(1));
  }

  @Test
  void aRunIsListedFromItsAcceptanceToItsEnd() {
    givenSession(SESSION);
    append(AppendBuilder.after(1, SESSION, "a", "b").accepting(RUN, new RunKey("key")));
    assertThat(row(RUN)).isEqualTo(expected(RUN, 3, null));
    assertThat(running()).contains(RUN);
    finish(SESSION, 3, RUN, RunStatus.CANCELLED);
    assertThat(row(RUN)).isEqualTo(expected(RUN, 3, new RunEnd(4, LATER, RunStatus.CANCELLED)));
    assertThat(running()).isEmpty();
    assertThat(store().catalog().runs(SESSION, 0, ALL)).containsExactly(row(RUN));
    assertThat(store().catalog().runs(OTHER, 0, ALL)).isEmpty();
    assertThat(store().catalog().run(new RunId("r-9"))).isEmpty();
  }

  @Test
  void aRunMayBeginAndEndInOneAppend() {
    givenSession(SESSION);
    append(
        AppendBuilder.after(1, SESSION, "accepted")
            .accepting(RUN, null)
            .with(new Catalog.Change.RunFinished(RUN, 2, LATER, RunStatus.FAILED)));
    assertThat(row(RUN)).isEqualTo(expected(RUN, 2, new RunEnd(2, LATER, RunStatus.FAILED)));
    assertThat(running()).isEmpty();
  }

  @Test
  @Tag("A5")
  void onlyTheFirstEndOfARunCounts() {
    givenSession(SESSION);
    append(AppendBuilder.after(1, SESSION, "accepted").accepting(RUN, null));
    finish(SESSION, 2, RUN, RunStatus.COMPLETED);
    var next = new RunId("r-2");
    append(AppendBuilder.after(3, SESSION, "accepted").accepting(next, null));
    finish(SESSION, 4, RUN, RunStatus.FAILED);
    finish(SESSION, 5, new RunId("never-accepted"), RunStatus.FAILED);
    assertThat(row(RUN)).isEqualTo(expected(RUN, 2, new RunEnd(3, LATER, RunStatus.COMPLETED)));
    assertThat(row(next)).isEqualTo(expected(next, 4, null));
    assertThat(running()).contains(next);
    assertThat(store().catalog().run(new RunId("never-accepted"))).isEmpty();
  }

  @Test
  @Tag("A11")
  void runsOfOneInstantAreListedInTheOrderOfTheirAcceptance() {
    givenSession(SESSION);
    givenSession(OTHER);
    var names = List.of("z", "a", "m", "b");
    for (int i = 0; i < names.size(); i++) {
      append(AppendBuilder.after(1 + i, SESSION, "x").accepting(new RunId(names.get(i)), null));
      append(AppendBuilder.after(1 + i, OTHER, "x").accepting(new RunId("other-" + i), null));
    }
    var first = store().catalog().runs(SESSION, 0, 3);
    assertThat(first.stream().map(row -> row.run().value())).containsExactly("z", "a", "m");
    var second = store().catalog().runs(SESSION, first.getLast().ordinal(), 3);
    assertThat(second.stream().map(row -> row.run().value())).containsExactly("b");
  }

  @Test
  @Tag("A11")
  void eachOfManyRunsIsFoundByItsIdAndHasItsOwnEnd() {
    givenSession(SESSION);
    int runs = 40;
    for (int i = 0; i < runs; i++) {
      append(AppendBuilder.after(1 + 2 * i, SESSION, "x").accepting(new RunId("r-" + i), null));
      finish(SESSION, 2 + 2 * i, new RunId("r-" + i), RunStatus.COMPLETED);
    }
    assertThat(store().catalog().runs(SESSION, 0, ALL)).hasSize(runs);
    for (int i = 0; i < runs; i++) {
      var run = new RunId("r-" + i);
      var end = new RunEnd(3 + 2 * i, LATER, RunStatus.COMPLETED);
      assertThat(row(run)).isEqualTo(expected(run, 2 + 2 * i, end));
    }
  }

  @Test
  @Tag("A10")
  void aRunIsFoundByItsKeyInItsSession() {
    givenSession(SESSION);
    givenSession(OTHER);
    var other = new RunId("r-2");
    var key = new RunKey("order 66");
    append(AppendBuilder.after(1, SESSION, "x").accepting(RUN, key));
    append(AppendBuilder.after(1, OTHER, "x").accepting(other, key));
    append(AppendBuilder.after(2, SESSION, "x").accepting(new RunId("r-3"), null));
    assertThat(store().catalog().run(SESSION, key)).contains(row(RUN));
    assertThat(store().catalog().run(OTHER, key)).contains(row(other));
    assertThat(store().catalog().run(SESSION, new RunKey("other"))).isEmpty();
    assertThat(store().catalog().run(new SessionId("s-9"), key)).isEmpty();
  }

  @Test
  @Tag("E3")
  void approvalsAreListedWhileTheyAreOpenOldestFirst() {
    givenSession(OTHER);
    givenSession(SESSION);
    var large = new Text.Stored(new BlobId("0123456789abcdef".repeat(4)), 70_000);
    var some =
        new ApprovalEligibility(
            List.of("anna", "bert\\n & sons\nof \\ town", ""), NOON.plusNanos(1));
    append(AppendBuilder.after(1, SESSION, "x").with(opened(EFFECT, large, some)));
    append(
        AppendBuilder.after(1, OTHER, "x")
            .with(opened(new EffectId(2), Text.of("rm x"), ApprovalEligibility.ANYBODY))
            .with(opened(new EffectId(1), Text.EMPTY, new ApprovalEligibility(List.of(""), null))));
    var first = asked(SESSION, EFFECT, large, some);
    var second = asked(OTHER, new EffectId(2), Text.of("rm x"), ApprovalEligibility.ANYBODY);
    var third =
        asked(OTHER, new EffectId(1), Text.EMPTY, new ApprovalEligibility(List.of(""), null));
    assertThat(store().catalog().approvals()).containsExactly(first, second, third);
    assertThat(store().catalog().approval(second.id())).contains(second);
    append(
        AppendBuilder.after(2, OTHER, "x")
            .with(new Catalog.Change.ApprovalClosed(new EffectId(2))));
    assertThat(store().catalog().approvals()).containsExactly(first, third);
    assertThat(store().catalog().approval(second.id())).isEmpty();
    append(AppendBuilder.after(3, OTHER, "x").with(new Catalog.Change.ApprovalClosed(EFFECT)));
    assertThat(store().catalog().approvals()).containsExactly(first, third);
  }

  @Test
  @Tag("E3")
  void aRuleIsGrantedOnceForAllSessions() {
    givenSession(SESSION);
    givenSession(OTHER);
    append(
        AppendBuilder.after(1, SESSION, "x")
            .with(new Catalog.Change.RuleGranted("write(/work/*)", "ann", NOON))
            .with(new Catalog.Change.RuleGranted("bash(ls)", "ann", NOON)));
    append(
        AppendBuilder.after(1, OTHER, "x")
            .with(new Catalog.Change.RuleGranted("bash(ls)", "bob", LATER)));
    append(
        AppendBuilder.after(2, OTHER, "x").with(new Catalog.Change.RuleGranted("a", "bob", NOON)));
    assertThat(store().catalog().rules("")).containsExactly("write(/work/*)", "bash(ls)", "a");
  }

  @Test
  @Tag("A8")
  void aRunWhoseEventsWereDroppedIsRemovedExceptForItsKey() {
    givenSession(SESSION);
    for (long after = 1; after <= 4; after += 3) {
      var run = new RunId("r-" + after);
      append(
          AppendBuilder.after(after, SESSION, "accepted", "replied")
              .with(
                  new Catalog.Change.RunAccepted(
                      run,
                      after + 1,
                      NOON,
                      "t",
                      new RunKey("k-" + after),
                      "d",
                      Catalog.Change.Begins.AT_ONCE)));
      finish(SESSION, after + 2, run, RunStatus.COMPLETED);
    }
    var snapshot = new Snapshot(7, Bytes.of("fold"));
    var journal = store().journal();
    assertThat(journal.trim(SESSION, snapshot, List.of(new EventRange(2, 5)))).isEqualTo(4);
    assertThat(store().catalog().runs(SESSION, 0, ALL))
        .extracting(RunRow::run, RunRow::start)
        .containsExactly(tuple(new RunId("r-4"), new RunStart(5, NOON, 6)));
    assertThat(store().catalog().run(new RunId("r-1"))).isEmpty();
    assertThat(store().catalog().run(SESSION, new RunKey("k-1")))
        .map(RunRow::run)
        .contains(new RunId("r-1"));
  }

  @Test
  @Tag("B2")
  void aQueuedRunIsListedAndNotRunningUntilItBegins() {
    givenSession(SESSION);
    var waiting = new RunId("r-waiting");
    var withdrawn = new RunId("r-withdrawn");
    append(AppendBuilder.after(1, SESSION, "accepted").accepting(RUN, null));
    append(AppendBuilder.after(2, SESSION, "queued").queueing(waiting));
    append(AppendBuilder.after(3, SESSION, "queued").queueing(withdrawn));
    assertThat(running()).contains(RUN);
    assertThat(row(waiting)).isEqualTo(expected(waiting, 3, null));
    finish(SESSION, 4, withdrawn, RunStatus.CANCELLED);
    assertThat(running()).contains(RUN);
    append(
        AppendBuilder.after(5, SESSION, "finished", "begun")
            .with(new Catalog.Change.RunFinished(RUN, 6, LATER, RunStatus.COMPLETED))
            .with(new Catalog.Change.RunBegun(waiting, 7, NOON)));
    assertThat(running()).contains(waiting);
    assertThat(row(waiting)).isEqualTo(expected(waiting, 7, null));
    assertThat(store().catalog().runs(SESSION, 0, ALL))
        .extracting(RunRow::run)
        .containsExactly(RUN, waiting, withdrawn);
  }

  @Test
  @Tag("B2")
  void aMessageDeliveredToARunIsFoundByItsKey() {
    givenSession(SESSION);
    var key = new RunKey("note 7");
    append(
        AppendBuilder.after(1, SESSION, "accepted", "steered")
            .accepting(RUN, null)
            .with(new Catalog.Change.MessageTaken(key, RUN, "digest of the note")));
    var found = store().catalog().run(SESSION, key).orElseThrow();
    assertThat(found.run()).isEqualTo(RUN);
    assertThat(found.digest()).isEqualTo("digest of the note");
    assertThat(store().catalog().run(OTHER, key)).isEmpty();
  }

  private void finish(SessionId session, long after, RunId run, RunStatus status) {
    append(
        AppendBuilder.after(after, session, "finished")
            .with(new Catalog.Change.RunFinished(run, after + 1, LATER, status)));
  }

  private RunRow row(RunId run) {
    return store().catalog().run(run).orElseThrow();
  }

  private Optional<RunId> running() {
    return Optional.ofNullable(store().catalog().session(SESSION).orElseThrow().running());
  }

  private RunRow expected(RunId run, long firstSeq, @Nullable RunEnd end) {
    return new RunRow(
        row(run).ordinal(),
        run,
        SESSION,
        new RunStart(firstSeq, NOON, firstSeq),
        "Hello",
        "digest of " + run,
        end);
  }

  /// With the same text as arguments and as preview.
  private static Catalog.Change opened(EffectId effect, Text text, ApprovalEligibility answering) {
    var call = new ToolCall("c-" + effect, "bash", text);
    return new Catalog.Change.ApprovalOpened(
        effect, RUN, NOON, call, "why", "bash(rm *)", text, answering);
  }

  private static ApprovalRow asked(
      SessionId session, EffectId effect, Text text, ApprovalEligibility answering) {
    var call = new ToolCall("c-" + effect, "bash", text);
    return new ApprovalRow(
        new ApprovalId(session, effect), RUN, NOON, call, "why", "bash(rm *)", text, answering);
  }

  @Test
  @Tag("F1")
  void childSessionsAreFoundInTheOrderOfTheirCreation() {
    givenSession(SESSION);
    for (var name : List.of("z", "a")) {
      append(
          AppendBuilder.after(0, new SessionId(name), "x")
              .with(
                  new Catalog.Change.SessionOpened(
                      "clerk/x", "/work", NOON, Identity.NONE, SESSION)));
    }
    append(
        AppendBuilder.after(0, new SessionId("m"), "x")
            .with(
                new Catalog.Change.SessionOpened(
                    "clerk/x/y", "/work", NOON, Identity.NONE, new SessionId("a"))));
    assertThat(store().catalog().children(SESSION))
        .extracting(row -> row.session().value())
        .containsExactly("z", "a");
    assertThat(store().catalog().children(new SessionId("m"))).isEmpty();
    assertThat(store().catalog().within("acme").children(SESSION)).isEmpty();
  }

  @Test
  void sessionsAndRunsAreFoundByTheBeginningOfTheirIds() {
    for (var name : List.of("s-ab", "s-a", "s-bX", "s-b_")) {
      givenSession(new SessionId(name));
    }
    append(
        AppendBuilder.after(0, new SessionId("s-a-e2"), "x")
            .with(
                new Catalog.Change.SessionOpened(
                    "clerk/x", "/work", NOON, Identity.NONE, new SessionId("s-a"))));
    append(
        AppendBuilder.after(1, new SessionId("s-a"), "accepted").accepting(new RunId("r-1"), null));
    append(
        AppendBuilder.after(1, new SessionId("s-ab"), "accepted")
            .accepting(new RunId("r-12"), null));
    var catalog = store().catalog();
    assertThat(catalog.sessionsStartingWith("s-a", ALL))
        .containsExactly(new SessionId("s-a"), new SessionId("s-ab"));
    assertThat(catalog.sessionsStartingWith("s-", 2))
        .containsExactly(new SessionId("s-b_"), new SessionId("s-bX"));
    assertThat(catalog.sessionsStartingWith("s-b_", ALL)).containsExactly(new SessionId("s-b_"));
    assertThat(catalog.sessionsStartingWith("S-", ALL)).isEmpty();
    assertThat(catalog.runsStartingWith("r-1", ALL))
        .containsExactly(new RunId("r-12"), new RunId("r-1"));
    assertThat(catalog.runsStartingWith("r-2", ALL)).isEmpty();
    assertThat(catalog.within("acme").sessionsStartingWith("s-", ALL)).isEmpty();
    assertThat(catalog.within("acme").runsStartingWith("r-", ALL)).isEmpty();
  }

  @Test
  void theNewestSessionIsNoChild() {
    assertThat(store().catalog().newestSession()).isEmpty();
    givenSession(new SessionId("z"));
    givenSession(new SessionId("a"));
    append(
        AppendBuilder.after(0, new SessionId("a-e2"), "x")
            .with(
                new Catalog.Change.SessionOpened(
                    "clerk/x", "/work", NOON, Identity.NONE, new SessionId("a"))));
    assertThat(store().catalog().newestSession())
        .map(SessionRow::session)
        .contains(new SessionId("a"));
    assertThat(store().catalog().within("acme").newestSession()).isEmpty();
  }
}
