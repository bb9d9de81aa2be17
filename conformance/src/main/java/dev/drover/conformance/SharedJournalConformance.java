package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.store.Catalog.SessionSearch;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.Receipt;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Journal.Slice;
import dev.drover.spi.store.Leases.Lease;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store.ForeignChange;
import dev.drover.spi.store.WriteRefused.AppendToDeletedSession;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import dev.drover.spi.store.WriteRefused.DeleteBlockedByForks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [dev.drover.spi.store.Journal], [dev.drover.spi.store.Inbox] and
/// [dev.drover.spi.store.Leases] for several stores on one database.
@Tag("J9")
public abstract class SharedJournalConformance extends SharedStoreConformance {
  private static final int SESSIONS = 96;
  private static final int ROUNDS = 20;
  private static final int FORK_ROUNDS = 60;
  private static final int PLACES = 5;
  private static final Instant LATER = NOON.plusSeconds(60);

  protected SharedJournalConformance() {}

  private static SessionId session(int number) {
    return new SessionId("s-" + number);
  }

  private static OwnerId process(int thread) {
    return new OwnerId("p-" + thread % STORES);
  }

  @Test
  @Tag("A11")
  void sessionsThatAreCreatedConcurrentlyAreListedOnceEvenToAReaderOfPages() throws Exception {
    var created = new AtomicInteger();
    var listed =
        ConcurrentRun.<List<SessionId>>run(
            SESSIONS + 1,
            thread ->
                () -> {
                  if (thread == SESSIONS) {
                    return readPages(created);
                  }
                  append(thread, AppendBuilder.opening(session(thread), "opened"));
                  created.incrementAndGet();
                  return List.of();
                });
    assertThat(listed.getLast())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, SESSIONS).mapToObj(SharedJournalConformance::session).toList())
        .isEqualTo(store().catalog().sessions(0, ALL).stream().map(SessionRow::session).toList());
  }

  /// Reads on from the last row until a page that was begun after all were created is empty.
  private List<SessionId> readPages(AtomicInteger created) {
    var seen = new ArrayList<SessionId>();
    long after = 0;
    while (true) {
      boolean complete = created.get() == SESSIONS;
      var page = store().catalog().sessions(after, 7);
      if (page.isEmpty() && complete) {
        return seen;
      }
      for (var row : page) {
        seen.add(row.session());
        after = row.ordinal();
      }
    }
  }

  @Test
  @Tag("A2")
  void oneOfSeveralStoresCreatesASession() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      var session = session(round);
      var won =
          ConcurrentRun.<Boolean>run(
              THREADS,
              thread -> () -> tryAppend(thread, AppendBuilder.opening(session, "by " + thread)));
      assertThat(won).containsOnlyOnce(true);
      assertThat(journal(session))
          .contains(new Slice(List.of(entry(1, "by " + won.indexOf(true))), 1, 1));
    }
    assertThat(store().catalog().sessions(0, ALL)).hasSize(ROUNDS);
  }

  @Test
  @Tag("A2")
  void oneOfSeveralStoresWinsEachAppend() throws Exception {
    givenSession(SESSION);
    var expected = new ArrayList<Journal.Entry>(List.of(entry(1, "opened")));
    for (int round = 0; round < ROUNDS; round++) {
      long after = expected.size();
      var won =
          ConcurrentRun.<Boolean>run(
              THREADS,
              thread ->
                  () -> tryAppend(thread, AppendBuilder.after(after, SESSION, "by " + thread)));
      assertThat(won).containsOnlyOnce(true);
      expected.add(entry(after + 1, "by " + won.indexOf(true)));
    }
    for (int store = 0; store < STORES; store++) {
      assertThat(storeOf(store).journal().read(SESSION, 0, ALL))
          .contains(new Slice(expected, 1, expected.size()));
    }
  }

  @Test
  @Tag("A10")
  void aRunAndItsKeyAreAcceptedOnce() throws Exception {
    givenSession(SESSION);
    for (int thread = 0; thread < THREADS; thread++) {
      givenSession(session(100 + thread));
    }
    for (int round = 0; round < ROUNDS; round++) {
      int number = round;
      var accepted =
          ConcurrentRun.<Boolean>run(
              THREADS,
              thread ->
                  () ->
                      accepts(
                          thread,
                          AppendBuilder.after(
                                  tail(session(100 + thread)), session(100 + thread), "accepted")
                              .accepting(new RunId("r-" + number), new RunKey("k-" + number))));
      assertThat(accepted).containsOnlyOnce(true);
    }
  }

  private boolean accepts(int thread, AppendBuilder draft) {
    try {
      append(thread, draft);
      return true;
    } catch (ContradictoryWrite usedBefore) {
      return false;
    }
  }

  private long tail(SessionId session) {
    return store().catalog().session(session).orElseThrow().tail();
  }

  @Test
  @Tag("B2")
  void theBoundOfAnInboxHoldsAcrossStores() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      var session = session(round);
      givenSession(session);
      var receipts =
          ConcurrentRun.<Receipt>run(
              THREADS,
              thread ->
                  () -> storeOf(thread).inbox().put(item(session, "i-" + thread, "x"), PLACES));
      assertThat(receipts).filteredOn(Receipt.ACCEPTED::equals).hasSize(PLACES);
      assertThat(receipts).filteredOn(Receipt.FULL::equals).hasSize(THREADS - PLACES);
      assertThat(store().inbox().waiting(session, ALL)).hasSize(PLACES);
    }
  }

  @Test
  @Tag("J5")
  void theFirstAnswerToAQuestionWins() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      var session = session(round);
      givenSession(session);
      var receipts =
          ConcurrentRun.<Receipt>run(
              THREADS, thread -> () -> storeOf(thread).inbox().put(answer(session, thread), BOUND));
      assertThat(receipts).containsOnlyOnce(Receipt.ACCEPTED).doesNotContain(Receipt.DUPLICATE);
      assertThat(store().inbox().waiting(session, ALL))
          .containsExactly(answer(session, receipts.indexOf(Receipt.ACCEPTED)));
    }
  }

  private static Inbox.Item answer(SessionId session, int person) {
    return item(session, "answer", "person " + person);
  }

  @Test
  @Tag("A2")
  void anInputIsConsumedOnce() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      var session = session(round);
      givenSession(session);
      put(item(session, "i", "hello"));
      var consumed =
          ConcurrentRun.<Boolean>run(
              THREADS,
              thread ->
                  () ->
                      tryAppend(
                          thread, AppendBuilder.after(1, session, "by " + thread).consuming("i")));
      assertThat(consumed).containsOnlyOnce(true);
      assertThat(store().inbox().waiting(session, ALL)).isEmpty();
    }
  }

  @Test
  @Tag("B10")
  void anInputForASessionThatIsBeingDeletedLeavesNothingBehind() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      var session = session(round);
      givenSession(session);
      var receipts =
          ConcurrentRun.<Receipt>run(
              THREADS,
              thread ->
                  () -> {
                    if (thread == 0) {
                      storeOf(thread).journal().delete(session, 1);
                      return Receipt.NO_SUCH_SESSION;
                    }
                    return storeOf(thread).inbox().put(item(session, "i-" + thread, "x"), BOUND);
                  });
      assertThat(receipts).isSubsetOf(Receipt.ACCEPTED, Receipt.NO_SUCH_SESSION);
      assertThat(store().inbox().waiting(session, ALL)).isEmpty();
      assertThat(store().inbox().sessionsWaiting()).isEmpty();
    }
  }

  @Test
  @Tag("B12")
  void aForkOfASessionThatIsBeingDeletedIsWholeOrRefused() throws Exception {
    for (int round = 0; round < FORK_ROUNDS; round++) {
      var source = session(round);
      var fork = new SessionId("fork-" + round);
      givenSession(source, 3);
      var done =
          ConcurrentRun.<Boolean>run(
              2, thread -> () -> thread == 0 ? deletes(source) : forks(source, fork));
      assertThat(done)
          .as("round %d: deleted, forked", round)
          .containsExactlyInAnyOrder(true, false);
      assertThat(journal(fork).map(Slice::entries))
          .isEqualTo(
              done.get(1)
                  ? Optional.of(List.of(entry(1, "e1"), entry(2, "e2"), entry(3, "forked")))
                  : Optional.empty());
    }
  }

  private boolean deletes(SessionId source) {
    try {
      storeOf(0).journal().delete(source, 3);
      return true;
    } catch (DeleteBlockedByForks blocked) {
      return false;
    }
  }

  private boolean forks(SessionId source, SessionId fork) {
    return accepts(1, ForkConformance.forking(source, 2, fork, "forked"));
  }

  @Test
  @Tag("B10")
  void aSessionIsDeletedOnce() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      var session = session(round);
      givenSession(session);
      var deleted =
          ConcurrentRun.<Boolean>run(
              STORES,
              thread ->
                  () -> {
                    try {
                      storeOf(thread).journal().delete(session, 1);
                      return true;
                    } catch (AppendToDeletedSession before) {
                      return false;
                    }
                  });
      assertThat(deleted).containsOnlyOnce(true);
    }
  }

  @Test
  void messagesBetweenSessionsInEitherDirectionArrive() throws Exception {
    givenSession(SESSION);
    givenSession(OTHER);
    ConcurrentRun.<Void>run(
        2,
        thread ->
            () -> {
              var from = thread == 0 ? SESSION : OTHER;
              var to = thread == 0 ? OTHER : SESSION;
              for (int n = 1; n <= ROUNDS; n++) {
                append(
                    thread,
                    AppendBuilder.after(n, from, "sent")
                        .with(new Catalog.Change.MessageSent(item(to, "m-" + n, "hello"))));
              }
              return null;
            });
    assertThat(store().inbox().waiting(SESSION, ALL)).hasSize(ROUNDS);
    assertThat(store().inbox().waiting(OTHER, ALL)).hasSize(ROUNDS);
  }

  @Test
  @Tag("J2")
  void eachSessionOfADeadProcessIsTakenOverOnce() throws Exception {
    var dead = new OwnerId("dead");
    store().leases().renew(dead, Duration.ZERO);
    var last = store().leases().processes().getFirst();
    for (int number = 0; number < SESSIONS; number++) {
      append(
          AppendBuilder.opening(session(number), "accepted")
              .by(dead)
              .with(new Catalog.Change.WakeSet(Instant.EPOCH)));
    }
    for (int store = 0; store < STORES; store++) {
      storeOf(store).leases().renew(process(store), Duration.ofMinutes(1));
    }
    var taken = ConcurrentRun.<List<SessionId>>run(THREADS, thread -> () -> takeOver(thread, last));
    assertThat(taken.stream().flatMap(Collection::stream))
        .hasSize(SESSIONS)
        .doesNotHaveDuplicates();
    assertThat(store().leases().unattended(clerks(), LATER)).isEmpty();
    assertThat(store().catalog().sessions(0, ALL)).allMatch(row -> row.tail() == 2);
  }

  private List<SessionId> takeOver(int thread, Lease last) {
    var leases = storeOf(thread).leases();
    leases.expire(last, LATER);
    var taken = new ArrayList<SessionId>();
    for (var row : leases.unattended(clerks(), LATER)) {
      if (tryAppend(
          thread, AppendBuilder.after(1, row.session(), "recovered").by(process(thread)))) {
        taken.add(row.session());
      }
    }
    return taken;
  }

  private static SessionSearch clerks() {
    return new SessionSearch(Set.of("clerk"), 0, ALL);
  }

  @Test
  @Tag("J2")
  void aProcessThatRenewsItsLeaseWhileOthersExpireItStays() throws Exception {
    var slow = new OwnerId("slow");
    for (int round = 0; round < ROUNDS; round++) {
      store().leases().renew(slow, Duration.ZERO);
      var last = store().leases().processes().getFirst();
      ConcurrentRun.<Void>run(
          STORES,
          thread ->
              () -> {
                if (thread == 0) {
                  storeOf(thread).leases().renew(slow, Duration.ofMinutes(1));
                } else {
                  storeOf(thread).leases().expire(last, LATER);
                }
                return null;
              });
      assertThat(store().leases().processes())
          .singleElement()
          .matches(lease -> lease.owner().equals(slow) && !lease.isExpired());
    }
  }

  @Test
  void aChangeThroughOneStoreIsHintedToTheOthers() throws Exception {
    givenSession(SESSION);
    var hinted = new CountDownLatch(STORES - 1);
    try (var first = storeOf(1).onForeignChange(_ -> hinted.countDown());
        var second = storeOf(2).onForeignChange(_ -> hinted.countDown())) {
      append(0, AppendBuilder.after(1, SESSION, "changed"));
      assertThat(hinted.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(List.of(first, second)).hasSize(2);
    }
  }

  @Test
  @Tag("J9")
  void aHintNamesTheSessionThatWasChangedOrAnything() throws Exception {
    givenSession(SESSION);
    givenSession(OTHER);
    var changes = new LinkedBlockingQueue<ForeignChange>(ALL);
    try (var subscription = storeOf(1).onForeignChange(changes::add)) {
      assertThat(subscription).isNotNull();
      append(0, AppendBuilder.after(1, SESSION, "changed"));
      assertThat(hinted(changes, SESSION)).isTrue();
      storeOf(0).inbox().put(item(OTHER, "i-1", "hello"), ALL);
      assertThat(hinted(changes, OTHER)).isTrue();
    }
  }

  /// Whether there is a hint that covers a change of this session. Earlier changes may be hinted
  /// first.
  private static boolean hinted(LinkedBlockingQueue<ForeignChange> changes, SessionId session)
      throws InterruptedException {
    while (true) {
      var change = changes.poll(30, TimeUnit.SECONDS);
      switch (change) {
        case null -> {
          return false;
        }
        case ForeignChange.Anything _ -> {
          return true;
        }
        case ForeignChange.Sessions(var ids) when ids.contains(session) -> {
          return true;
        }
        case ForeignChange.Sessions _ -> {}
      }
    }
  }
}
