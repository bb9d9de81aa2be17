package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.SessionSearch;
import dev.drover.spi.store.Catalog.WaitingSession;
import dev.drover.spi.store.Inbox.InputStatus;
import dev.drover.spi.store.Inbox.Receipt;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [dev.drover.spi.store.Inbox].
public abstract class InboxConformance extends StoreConformance {
  protected InboxConformance() {}

  @Test
  void acceptedItemsWaitInTheOrderOfAcceptance() {
    givenSession(SESSION);
    for (var id : List.of("z", "a", "m")) {
      assertThat(put(item(SESSION, id, "say " + id))).isEqualTo(Receipt.ACCEPTED);
    }
    assertThat(store().inbox().waiting(SESSION, ALL))
        .containsExactly(
            item(SESSION, "z", "say z"), item(SESSION, "a", "say a"), item(SESSION, "m", "say m"));
    assertThat(store().inbox().waiting(SESSION, 2))
        .containsExactly(item(SESSION, "z", "say z"), item(SESSION, "a", "say a"));
  }

  @Test
  void anItemForASessionThatDoesNotExistIsRefused() {
    givenSession(OTHER);
    assertThat(put(item(SESSION, "i-1", "hello"))).isEqualTo(Receipt.NO_SUCH_SESSION);
    assertThat(store().inbox().waiting(SESSION, ALL)).isEmpty();
    assertThat(store().inbox().status(SESSION, input("i-1"))).isEmpty();
    assertThat(store().inbox().sessionsWaiting()).isEmpty();
  }

  @Test
  @Tag("F1")
  void aMessageToAnotherSessionWaitsThereFromItsAppendOn() {
    givenSession(SESSION);
    givenSession(OTHER);
    var said = new Catalog.Change.MessageSent(item(OTHER, "end", "it is done"));
    append(AppendBuilder.after(1, SESSION, "a").with(said));
    assertThat(store().inbox().waiting(OTHER, ALL))
        .containsExactly(item(OTHER, "end", "it is done"));
    assertThat(store().inbox().sessionsWaiting()).containsExactly(OTHER);
    append(AppendBuilder.after(1, OTHER, "b").consuming("end"));
    append(AppendBuilder.after(2, SESSION, "c").with(said));
    assertThat(store().inbox().waiting(OTHER, ALL)).isEmpty();
  }

  @Test
  @Tag("A2")
  void aMessageOfARefusedAppendIsNotSent() {
    givenSession(SESSION);
    givenSession(OTHER);
    var late =
        AppendBuilder.after(0, SESSION, "a")
            .with(new Catalog.Change.SessionOpened("clerk", "/work", NOON))
            .with(new Catalog.Change.MessageSent(item(OTHER, "end", "it is done")));
    assertThatExceptionOfType(AppendConflict.class)
        .isThrownBy(() -> store().journal().append(late.append()));
    assertThat(store().inbox().waiting(OTHER, ALL)).isEmpty();
  }

  @Test
  @Tag("F1")
  void aMessageToASessionThatDoesNotExistIsDropped() {
    givenSession(SESSION);
    append(
        AppendBuilder.after(1, SESSION, "a")
            .with(new Catalog.Change.MessageSent(item(OTHER, "end", "gone"))));
    assertThat(store().inbox().sessionsWaiting()).isEmpty();
  }

  @Test
  void sessionsDoNotSeeEachOthersItems() {
    givenSession(SESSION);
    givenSession(OTHER);
    assertThat(put(item(SESSION, "i-1", "hello"))).isEqualTo(Receipt.ACCEPTED);
    assertThat(put(item(OTHER, "i-1", "something else"))).isEqualTo(Receipt.ACCEPTED);
    assertThat(store().inbox().waiting(SESSION, ALL))
        .containsExactly(item(SESSION, "i-1", "hello"));
    assertThat(store().inbox().waiting(OTHER, ALL))
        .containsExactly(item(OTHER, "i-1", "something else"));
  }

  @Test
  @Tag("B2")
  void theSameItemTwiceIsOneItem() {
    givenSession(SESSION);
    put(item(SESSION, "i-1", "hello"));
    assertThat(put(item(SESSION, "i-1", "hello"))).isEqualTo(Receipt.DUPLICATE);
    assertThat(store().inbox().waiting(SESSION, ALL))
        .containsExactly(item(SESSION, "i-1", "hello"));
  }

  @Test
  @Tag("B2")
  void theSameItemIsADuplicateAfterItWasConsumed() {
    givenSession(SESSION);
    put(item(SESSION, "i-1", "hello"));
    put(item(SESSION, "i-2", "bye"));
    append(AppendBuilder.after(1, SESSION, "a").consuming("i-1"));
    store().inbox().settle(SESSION, input("i-2"), "busy");
    assertThat(put(item(SESSION, "i-1", "hello"))).isEqualTo(Receipt.DUPLICATE);
    assertThat(put(item(SESSION, "i-2", "bye"))).isEqualTo(Receipt.DUPLICATE);
    assertThat(put(item(SESSION, "i-1", "another"))).isEqualTo(Receipt.CONFLICT);
    assertThat(put(item(SESSION, "i-2", "another"))).isEqualTo(Receipt.CONFLICT);
    assertThat(store().inbox().waiting(SESSION, ALL)).isEmpty();
  }

  @Test
  @Tag("B2")
  void theSameIdWithOtherContentIsAConflictAndChangesNothing() {
    givenSession(SESSION);
    put(item(SESSION, "i-1", "hello"));
    assertThat(put(item(SESSION, "i-1", "another"))).isEqualTo(Receipt.CONFLICT);
    assertThat(store().inbox().waiting(SESSION, ALL))
        .containsExactly(item(SESSION, "i-1", "hello"));
  }

  @Test
  void aFullInboxRefusesItemsUntilThereIsSpace() {
    givenSession(SESSION);
    givenSession(OTHER);
    var inbox = store().inbox();
    assertThat(inbox.put(item(SESSION, "i-1", "a"), 2)).isEqualTo(Receipt.ACCEPTED);
    assertThat(inbox.put(item(SESSION, "i-2", "b"), 2)).isEqualTo(Receipt.ACCEPTED);
    assertThat(inbox.put(item(SESSION, "i-3", "c"), 2)).isEqualTo(Receipt.FULL);
    assertThat(inbox.status(SESSION, input("i-3"))).isEmpty();
    assertThat(inbox.put(item(OTHER, "i-3", "c"), 2)).isEqualTo(Receipt.ACCEPTED);
    append(AppendBuilder.after(1, SESSION, "x").consuming("i-1"));
    assertThat(inbox.put(item(SESSION, "i-3", "c"), 2)).isEqualTo(Receipt.ACCEPTED);
    assertThat(inbox.waiting(SESSION, ALL))
        .containsExactly(item(SESSION, "i-2", "b"), item(SESSION, "i-3", "c"));
  }

  @Test
  void aFullInboxStillDetectsDuplicates() {
    givenSession(SESSION);
    var inbox = store().inbox();
    inbox.put(item(SESSION, "i-1", "a"), 1);
    assertThat(inbox.put(item(SESSION, "i-1", "a"), 1)).isEqualTo(Receipt.DUPLICATE);
    assertThat(inbox.put(item(SESSION, "i-1", "b"), 1)).isEqualTo(Receipt.CONFLICT);
  }

  @Test
  void theStatusOfAnItemCanBeRead() {
    givenSession(SESSION);
    for (var id : List.of("i-1", "i-2", "i-3")) {
      put(item(SESSION, id, id));
    }
    append(AppendBuilder.after(1, SESSION, "a", "b", "c").consuming("i-1"));
    store().inbox().settle(SESSION, input("i-2"), "the run is over");
    assertThat(store().inbox().status(SESSION, input("i-1"))).contains(new InputStatus.Consumed(4));
    assertThat(store().inbox().status(SESSION, input("i-2")))
        .contains(new InputStatus.Ignored("the run is over"));
    assertThat(store().inbox().status(SESSION, input("i-3"))).contains(new InputStatus.Waiting());
    assertThat(store().inbox().status(SESSION, input("i-4"))).isEmpty();
    assertThat(store().inbox().status(OTHER, input("i-1"))).isEmpty();
  }

  @Test
  void theFirstStatusOfAnItemIsFinal() {
    givenSession(SESSION);
    put(item(SESSION, "i-1", "a"));
    put(item(SESSION, "i-2", "b"));
    append(AppendBuilder.after(1, SESSION, "x").consuming("i-1"));
    store().inbox().settle(SESSION, input("i-1"), "too late");
    store().inbox().settle(SESSION, input("i-2"), "first");
    store().inbox().settle(SESSION, input("i-2"), "second");
    store().inbox().settle(SESSION, input("never-put"), "nothing there");
    store().inbox().settle(OTHER, input("i-1"), "nobody there");
    assertThat(store().inbox().status(SESSION, input("i-1"))).contains(new InputStatus.Consumed(2));
    assertThat(store().inbox().status(SESSION, input("i-2")))
        .contains(new InputStatus.Ignored("first"));
    assertThat(store().inbox().status(SESSION, input("never-put"))).isEmpty();
  }

  @Test
  void sessionsWithWaitingItemsAreListed() {
    givenSession(SESSION);
    givenSession(OTHER);
    assertThat(store().inbox().sessionsWaiting()).isEmpty();
    put(item(SESSION, "i-1", "a"));
    put(item(SESSION, "i-2", "b"));
    put(item(OTHER, "i-1", "a"));
    assertThat(store().inbox().sessionsWaiting()).containsExactlyInAnyOrder(SESSION, OTHER);
    assertThat(store().inbox().sessionsWaiting(0, 1)).hasSize(1);
    append(AppendBuilder.after(1, SESSION, "x").consuming("i-1"));
    store().inbox().settle(OTHER, input("i-1"), "busy");
    assertThat(store().inbox().sessionsWaiting()).containsExactly(SESSION);
    store().inbox().settle(SESSION, input("i-2"), "busy");
    assertThat(store().inbox().sessionsWaiting()).isEmpty();
  }

  @Test
  void sessionsWithWaitingItemsAreListedPageByPage() {
    givenSession(SESSION);
    givenSession(OTHER);
    put(item(OTHER, "i-1", "a"));
    put(item(SESSION, "i-1", "a"));
    var first = store().inbox().sessionsWaiting(0, 1);
    assertThat(first).extracting(WaitingSession::session).containsExactly(SESSION);
    assertThat(store().inbox().sessionsWaiting(first.getFirst().ordinal(), 1))
        .extracting(WaitingSession::session)
        .containsExactly(OTHER);
    assertThat(store().inbox().sessionsWaiting()).containsExactly(SESSION, OTHER);
  }

  private List<SessionId> unconsumed(String agent, OwnerId by) {
    return store().inbox().unconsumed(new SessionSearch(Set.of(agent), 0, ALL), by).stream()
        .map(WaitingSession::session)
        .toList();
  }

  @Test
  @Tag("J2")
  void waitingItemsAreUnconsumedUnlessAnotherProcessDrivesTheSession() {
    var ann = new OwnerId("ann");
    var bob = new OwnerId("bob");
    var run = new RunId("r-1");
    store().leases().renew(ann, Duration.ofMinutes(1));
    append(AppendBuilder.opening(SESSION, "a").by(ann));
    assertThat(unconsumed("clerk", bob)).isEmpty();
    put(item(SESSION, "i-1", "a"));
    assertThat(unconsumed("clerk", bob)).containsExactly(SESSION);
    assertThat(unconsumed("billing", bob)).isEmpty();
    append(AppendBuilder.after(1, SESSION, "b").by(ann).accepting(run, null));
    assertThat(unconsumed("clerk", bob)).isEmpty();
    assertThat(unconsumed("clerk", ann)).containsExactly(SESSION);
    store().leases().expire(store().leases().processes().getFirst(), NOON);
    assertThat(unconsumed("clerk", bob)).containsExactly(SESSION);
    append(AppendBuilder.after(2, SESSION, "c").by(bob).consuming("i-1"));
    assertThat(unconsumed("clerk", bob)).isEmpty();
  }

  @Test
  @Tag("A10")
  void onlyOneOfManyConcurrentPutsOfAnItemIsAccepted() throws Exception {
    givenSession(SESSION);
    var receipts = ConcurrentRun.run(32, _ -> () -> put(item(SESSION, "i-1", "hello")));
    assertThat(Collections.frequency(receipts, Receipt.ACCEPTED)).isEqualTo(1);
    assertThat(Collections.frequency(receipts, Receipt.DUPLICATE)).isEqualTo(31);
    assertThat(store().inbox().waiting(SESSION, ALL))
        .containsExactly(item(SESSION, "i-1", "hello"));
  }

  @Test
  void theBoundHoldsForConcurrentPuts() throws Exception {
    givenSession(SESSION);
    var receipts =
        ConcurrentRun.run(
            32, thread -> () -> store().inbox().put(item(SESSION, "i-" + thread, "hello"), 5));
    assertThat(Collections.frequency(receipts, Receipt.ACCEPTED)).isEqualTo(5);
    assertThat(Collections.frequency(receipts, Receipt.FULL)).isEqualTo(27);
    assertThat(store().inbox().waiting(SESSION, ALL)).hasSize(5);
  }
}
