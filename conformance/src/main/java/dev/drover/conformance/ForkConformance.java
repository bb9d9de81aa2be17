package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.PortException;
import dev.drover.spi.store.ArtifactStore;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.ForkRow;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Journal.EventRange;
import dev.drover.spi.store.Journal.Slice;
import dev.drover.spi.store.Journal.Snapshot;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import dev.drover.spi.store.WriteRefused.AppendToDeletedSession;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import dev.drover.spi.store.WriteRefused.DeleteBlockedByForks;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [dev.drover.spi.store.Journal] about sessions that share events.
@Tag("B12")
public abstract class ForkConformance extends StoreConformance {
  private static final SessionId FORK = new SessionId("s-fork");
  private static final SessionId TWIG = new SessionId("s-twig");
  private static final RunId RUN = new RunId("r-going");
  private static final RunId NEXT = new RunId("r-next");
  private static final int ROUNDS = 20;

  protected ForkConformance() {}

  static AppendBuilder forking(SessionId source, long at, SessionId fork, String... bodies) {
    return AppendBuilder.after(at, fork, bodies)
        .with(new Catalog.Change.SessionForked(source, "clerk", "/work", NOON));
  }

  private void fork(SessionId source, long at, SessionId fork, String... bodies) {
    append(forking(source, at, fork, bodies));
  }

  private static Snapshot fold(long seq) {
    return new Snapshot(seq, Bytes.of("fold of " + seq));
  }

  @Test
  @Tag("A1")
  void aForkHasTheSharedEventsOfItsSourceAndThenItsOwn() {
    givenSession(SESSION, 4);
    fork(SESSION, 2, FORK, "forked", "more");
    append(AppendBuilder.after(4, FORK, "last"));
    assertThat(journal(FORK))
        .contains(
            new Slice(
                List.of(
                    entry(1, "e1"),
                    entry(2, "e2"),
                    entry(3, "forked"),
                    entry(4, "more"),
                    entry(5, "last")),
                1,
                5,
                2));
  }

  @Test
  @Tag("A9")
  void pagesOfAForkCanSpanSharedAndOwnEvents() {
    givenSession(SESSION, 3);
    fork(SESSION, 3, FORK, "forked", "more");
    assertThat(store().journal().read(FORK, 1, 3))
        .contains(new Slice(List.of(entry(2, "e2"), entry(3, "e3"), entry(4, "forked")), 1, 5, 3));
    assertThat(store().journal().read(FORK, 0, 2))
        .contains(new Slice(List.of(entry(1, "e1"), entry(2, "e2")), 1, 5, 3));
    assertThat(store().journal().read(FORK, 3, ALL))
        .contains(new Slice(List.of(entry(4, "forked"), entry(5, "more")), 1, 5, 3));
    assertThat(store().journal().read(FORK, 5, ALL)).contains(new Slice(List.of(), 1, 5, 3));
  }

  @Test
  void aForkAndItsSourceDoNotSeeLaterEventsOfEachOther() {
    givenSession(SESSION, 2);
    var before = store().catalog().session(SESSION);
    fork(SESSION, 2, FORK, "forked");
    assertThat(journal(SESSION)).contains(new Slice(List.of(entry(1, "e1"), entry(2, "e2")), 1, 2));
    assertThat(store().catalog().session(SESSION)).isEqualTo(before);
    append(AppendBuilder.after(2, SESSION, "on its own"));
    assertThat(bodies(FORK)).containsExactly("e1", "e2", "forked");
    assertThat(bodies(SESSION)).containsExactly("e1", "e2", "on its own");
  }

  private List<String> bodies(SessionId session) {
    return journal(session).orElseThrow().entries().stream()
        .map(Journal.Entry::bytes)
        .map(bytes -> new String(bytes.array(), StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  void aForkOfAForkReadsTheEventsOfBothAncestors() {
    givenSession(SESSION, 3);
    fork(SESSION, 3, FORK, "f4", "f5");
    fork(FORK, 4, TWIG, "t5");
    fork(FORK, 2, OTHER, "o3");
    append(AppendBuilder.after(3, SESSION, "e4"));
    assertThat(bodies(TWIG)).containsExactly("e1", "e2", "e3", "f4", "t5");
    assertThat(bodies(OTHER)).containsExactly("e1", "e2", "o3");
    assertThat(journal(TWIG).orElseThrow().shared()).isEqualTo(4);
    assertThat(store().journal().read(TWIG, 2, 2).orElseThrow().entries())
        .containsExactly(entry(3, "e3"), entry(4, "f4"));
  }

  @Test
  @Tag("A2")
  void anInvalidForkIsRefusedAndLeavesNothing() {
    givenSession(SESSION, 2);
    givenSession(OTHER, 1);
    var gone = new SessionId("s-gone");
    givenSession(gone, 1);
    store().journal().delete(gone, 1);
    var before = StoreContents.in(store());
    assertThatThrownBy(() -> fork(SESSION, 3, FORK, "forked"))
        .isInstanceOf(ContradictoryWrite.class);
    assertThatThrownBy(() -> fork(new SessionId("s-9"), 1, FORK, "forked"))
        .isInstanceOf(ContradictoryWrite.class);
    assertThatThrownBy(() -> fork(gone, 1, FORK, "forked")).isInstanceOf(ContradictoryWrite.class);
    assertThatThrownBy(() -> fork(SESSION, 2, OTHER, "forked")).isInstanceOf(AppendConflict.class);
    assertThatThrownBy(() -> fork(SESSION, 2, gone, "forked"))
        .isInstanceOf(AppendToDeletedSession.class);
    assertThat(StoreContents.in(store())).isEqualTo(before);
    store().journal().delete(SESSION, 2);
  }

  /// Ends the run, and begins the successor with another one.
  private static AppendBuilder handingOn(long after, SessionId successor, RunId run) {
    var next = forking(SESSION, after + 1, successor, "forked", "accepted").accepting(run, null);
    return AppendBuilder.after(after, SESSION, "handed on")
        .with(new Catalog.Change.RunFinished(RUN, after + 1, NOON, RunStatus.COMPLETED))
        .with(new Catalog.Change.Continued(next.append()));
  }

  @Test
  @Tag("B15")
  void aSuccessorBeginsWithTheLastAppendOfItsPredecessor() {
    givenSession(SESSION, 1);
    append(AppendBuilder.after(1, SESSION, "accepted").accepting(RUN, null));
    append(handingOn(2, FORK, NEXT));
    assertThat(bodies(SESSION)).containsExactly("e1", "accepted", "handed on");
    assertThat(bodies(FORK)).containsExactly("e1", "accepted", "handed on", "forked", "accepted");
    assertThat(store().catalog().unfinished(0, ALL))
        .extracting(SessionRow::session, SessionRow::running)
        .containsExactly(tuple(FORK, NEXT));
    assertThat(store().catalog().origin(FORK).map(ForkRow::at)).contains(3L);
    assertThat(store().catalog().run(NEXT).map(RunRow::session)).contains(FORK);
    append(AppendBuilder.after(5, FORK, "more"));
  }

  @Test
  @Tag("B15")
  void anAppendWhoseSuccessorCannotBeginIsNotWritten() {
    givenSession(SESSION, 1);
    append(AppendBuilder.after(1, SESSION, "accepted").accepting(RUN, null));
    givenSession(OTHER, 1);
    var gone = new SessionId("s-gone");
    givenSession(gone, 1);
    store().journal().delete(gone, 1);
    var before = StoreContents.in(store());
    assertThatThrownBy(() -> append(handingOn(2, OTHER, NEXT)))
        .isInstanceOf(ContradictoryWrite.class);
    assertThatThrownBy(() -> append(handingOn(2, gone, NEXT)))
        .isInstanceOf(ContradictoryWrite.class);
    assertThatThrownBy(() -> append(handingOn(2, FORK, RUN)))
        .isInstanceOf(ContradictoryWrite.class);
    assertThatThrownBy(() -> append(handingOn(1, FORK, NEXT))).isInstanceOf(AppendConflict.class);
    assertThat(StoreContents.in(store())).isEqualTo(before);
    append(handingOn(2, FORK, NEXT));
  }

  @Test
  @Tag("A8")
  void sharedEventsAreNotTrimmedUntilTheForkIsDeleted() {
    givenSession(SESSION, 5);
    fork(SESSION, 3, FORK, "forked");
    assertThat(store().journal().trim(SESSION, fold(5), List.of(new EventRange(1, 4))))
        .isEqualTo(1);
    assertThat(bodies(FORK)).containsExactly("e1", "e2", "e3", "forked");
    assertThat(bodies(SESSION)).containsExactly("e1", "e2", "e3", "e5");
    assertThat(store().journal().snapshot(FORK)).isEmpty();
    store().journal().delete(FORK, 4);
    assertThat(store().journal().trim(SESSION, fold(5), List.of(new EventRange(1, 4))))
        .isEqualTo(3);
    assertThat(bodies(SESSION)).containsExactly("e5");
  }

  @Test
  @Tag("A8")
  void trimmingAForkDropsItsOwnEventsAndNoneOfItsSource() {
    givenSession(SESSION, 2);
    fork(SESSION, 2, FORK, "f3", "f4", "f5");
    assertThat(store().journal().trim(FORK, fold(5), List.of(new EventRange(1, 4)))).isEqualTo(2);
    assertThat(bodies(FORK)).containsExactly("e1", "e2", "f5");
    assertThat(bodies(SESSION)).containsExactly("e1", "e2");
  }

  @Test
  @Tag("A3")
  void aForkOfATrimmedSessionBeginsWithItsSnapshotAndKeepsIt() {
    givenSession(SESSION, 4);
    store().journal().trim(SESSION, fold(3), List.of(new EventRange(1, 3)));
    fork(SESSION, 4, FORK, "forked");
    append(AppendBuilder.after(4, SESSION, "e5"));
    store().journal().trim(SESSION, fold(5), List.of(new EventRange(4, 5)));
    assertThat(store().journal().snapshot(FORK)).contains(fold(3));
    assertThat(bodies(FORK)).containsExactly("e4", "forked");
    assertThat(journal(FORK).orElseThrow().first()).isEqualTo(4);
    assertThat(bodies(SESSION)).containsExactly("e4");
  }

  @Test
  @Tag("A3")
  void anEventWhoseStateCannotBeRebuiltCannotBeForkedAt() {
    givenSession(SESSION, 4);
    store().journal().trim(SESSION, fold(4), List.of(new EventRange(2, 2)));
    assertThatThrownBy(() -> fork(SESSION, 3, FORK, "forked"))
        .isInstanceOf(ContradictoryWrite.class);
    fork(SESSION, 1, FORK, "forked");
    fork(SESSION, 4, TWIG, "forked");
    assertThat(store().journal().snapshot(FORK)).isEmpty();
    assertThat(store().journal().snapshot(TWIG)).contains(fold(4));
  }

  @Test
  @Tag("B10")
  void aSessionIsNotDeletedBeforeItsForks() {
    givenSession(SESSION, 2);
    fork(SESSION, 2, FORK, "forked");
    fork(FORK, 3, TWIG, "forked");
    var before = StoreContents.in(store());
    assertThatThrownBy(() -> store().journal().delete(SESSION, 2))
        .isInstanceOf(DeleteBlockedByForks.class);
    assertThatThrownBy(() -> store().journal().delete(FORK, 3))
        .isInstanceOf(DeleteBlockedByForks.class);
    assertThat(StoreContents.in(store())).isEqualTo(before);
    store().journal().delete(TWIG, 4);
    store().journal().delete(FORK, 3);
    store().journal().delete(SESSION, 2);
    assertThat(StoreContents.in(store()).sessions()).isEmpty();
    assertThatThrownBy(() -> givenSession(FORK)).isInstanceOf(AppendToDeletedSession.class);
  }

  @Test
  @Tag("B13")
  void forksAreListedInTheOrderOfTheirCreationWithTheirEventNumbers() {
    givenSession(SESSION, 3);
    fork(SESSION, 3, FORK, "forked");
    fork(SESSION, 1, TWIG, "forked");
    fork(FORK, 2, OTHER, "forked");
    var catalog = store().catalog();
    var first = new ForkRow(2, FORK, SESSION, 3, NOON);
    var second = new ForkRow(3, TWIG, SESSION, 1, NOON);
    assertThat(catalog.forks(SESSION, 0, ALL)).containsExactly(first, second);
    assertThat(catalog.forks(SESSION, 0, 1)).containsExactly(first);
    assertThat(catalog.forks(SESSION, 2, 1)).containsExactly(second);
    assertThat(catalog.forks(FORK, 0, ALL)).containsExactly(new ForkRow(4, OTHER, FORK, 2, NOON));
    assertThat(catalog.forks(OTHER, 0, ALL)).isEmpty();
    assertThat(catalog.origin(TWIG)).contains(second);
    assertThat(catalog.origin(SESSION)).isEmpty();
  }

  @Test
  @Tag("B8")
  void aForkIsVisibleOnlyToTheTenantOfItsSource() {
    var whom = new Identity("acme", "ann", "clerk", "T-17");
    append(
        AppendBuilder.after(0, SESSION, "opened")
            .with(new Catalog.Change.SessionOpened("clerk", "/work", NOON, whom)));
    append(
        AppendBuilder.after(1, FORK, "forked")
            .with(new Catalog.Change.SessionForked(SESSION, "chief", "/other", NOON)));
    assertThat(store().catalog().session(FORK))
        .contains(new SessionRow(2, FORK, "chief", "/other", NOON, 2, null, whom));
    assertThat(store().catalog().within("acme").forks(SESSION, 0, ALL)).hasSize(1);
    assertThat(store().catalog().within("acme").origin(FORK)).isPresent();
    assertThat(store().catalog().within("bolt").forks(SESSION, 0, ALL)).isEmpty();
    assertThat(store().catalog().within("bolt").origin(FORK)).isEmpty();
  }

  @Test
  @Tag("D14")
  void aForkHasTheArtifactsOfItsSource() {
    givenSession(SESSION, 1);
    ArtifactStore.ArtifactRow kept;
    try (var upload = store().artifacts().startUpload(SESSION, NOON)) {
      upload.add(Bytes.of("large"));
      kept = upload.finish();
    }
    fork(SESSION, 1, FORK, "forked");
    assertThat(store().artifacts().list(FORK, 0, ALL))
        .extracting(ArtifactStore.ArtifactRow::name)
        .containsExactly(kept.name());
    assertThat(store().artifacts().read(FORK, kept.name(), 0, 5)).contains(Bytes.of("large"));
    store().journal().delete(FORK, 2);
    assertThat(store().artifacts().read(SESSION, kept.name(), 0, 5)).contains(Bytes.of("large"));
  }

  @Test
  @Tag("B10")
  void oneOfAConcurrentForkAndDeletionIsRefused() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      var source = new SessionId("s-source-" + round);
      var fork = new SessionId("s-fork-" + round);
      givenSession(source, 2);
      var done =
          ConcurrentRun.run(
              2,
              number ->
                  () ->
                      isDone(
                          number == 0
                              ? () -> fork(source, 2, fork, "forked")
                              : () -> store().journal().delete(source, 2)));
      assertThat(done).containsExactlyInAnyOrder(true, false);
      assertThat(journal(fork).isPresent()).isEqualTo(journal(source).isPresent());
    }
  }

  private static boolean isDone(Runnable work) {
    try {
      work.run();
      return true;
    } catch (PortException refused) {
      assertThat(refused).isInstanceOfAny(ContradictoryWrite.class, DeleteBlockedByForks.class);
      return false;
    }
  }
}
