package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Amount;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunKey;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.spi.store.Accounts.Standing;
import dev.drover.spi.store.Answering;
import dev.drover.spi.store.AppendConflict;
import dev.drover.spi.store.AppendToDeleted;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.Inbox.Fate;
import dev.drover.spi.store.Inbox.Receipt;
import dev.drover.spi.store.Journal.Slice;
import dev.drover.spi.store.Journal.Snapshot;
import dev.drover.spi.store.Journal.Stretch;
import dev.drover.spi.store.WriteRefused;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of a store that outlives its process: whatever it reported is there when it is opened
/// again.
public abstract class ReopenConformance extends StoreConformance {
  protected ReopenConformance() {}

  @Test
  @Tag("A13")
  void everythingIsThereAfterTheStoreWasOpenedAgain() {
    givenEverything();
    var before = Everything.in(store(), input("i-1"), input("i-2"), input("i-3"));
    reopen();
    assertThat(Everything.in(store(), input("i-1"), input("i-2"), input("i-3"))).isEqualTo(before);
    assertThat(before.books()).hasSize(2);
    assertThat(before.approvals()).hasSize(1);
    assertThat(before.rules()).containsExactly("bash(ls)");
    assertThat(store().catalog().run(SESSION, new RunKey("k"))).isPresent();
    assertThat(store().blobs().get(Blobs.nameOf(Bytes.of("large")))).contains(Bytes.of("large"));
    var kept = before.books().getFirst().artifacts().getFirst();
    assertThat(kept.pinned()).isTrue();
    assertThat(store().shelf().read(SESSION, kept.name(), 1, 5)).contains(Bytes.of("utput"));
  }

  @Test
  @Tag("A1")
  void numberingGoesOnWhereItWas() {
    givenSession(SESSION, 3);
    store().journal().trim(SESSION, new Snapshot(3, Bytes.of("s")), List.of(new Stretch(1, 3)));
    reopen();
    assertThatThrownBy(() -> append(Draft.after(0, SESSION, "x").with(opened())))
        .isInstanceOf(AppendConflict.class);
    append(Draft.after(3, SESSION, "fourth"));
    assertThat(journal(SESSION)).contains(new Slice(List.of(entry(4, "fourth")), 4, 4));
  }

  @Test
  @Tag("B10")
  void aDeletedSessionStaysDeleted() {
    givenEverything();
    store().journal().delete(SESSION, 4);
    var before = Everything.in(store());
    reopen();
    assertThat(Everything.in(store())).isEqualTo(before);
    assertThat(store().journal().isDeleted(SESSION)).isTrue();
    assertThatThrownBy(() -> givenSession(SESSION)).isInstanceOf(AppendToDeleted.class);
    assertThatThrownBy(() -> append(Draft.after(4, OTHER, "x").accepting(RUN, null)))
        .isInstanceOf(WriteRefused.class);
  }

  @Test
  @Tag("B10")
  void whatADeletedSessionNamedIsSweptAfterTheStoreWasOpenedAgain() {
    var name = store().blobs().put(Bytes.of("named once"), NOON);
    append(Draft.opening(SESSION, name.sha256()));
    store().journal().delete(SESSION, 1);
    reopen();
    assertThat(store().blobs().get(name)).isPresent();
    assertThat(store().blobs().sweep(NOON.plusSeconds(60))).isEmpty();
    assertThat(store().blobs().get(name)).isEmpty();
  }

  @Test
  @Tag("B2")
  void anInputIsKnownAgain() {
    givenEverything();
    reopen();
    assertThat(put(item(SESSION, "i-1", "hello"))).isEqualTo(Receipt.DUPLICATE);
    assertThat(put(item(SESSION, "i-2", "another"))).isEqualTo(Receipt.CONFLICT);
    assertThat(put(item(SESSION, "i-3", "later"))).isEqualTo(Receipt.DUPLICATE);
    assertThat(store().inbox().fate(SESSION, input("i-1"))).contains(new Fate.Consumed(2));
    assertThat(store().inbox().fate(SESSION, input("i-2"))).contains(new Fate.Ignored("busy"));
    assertThat(store().inbox().sessionsWaiting()).containsExactly(SESSION);
  }

  @Test
  @Tag("A11")
  void creationOrderGoesOn() {
    givenSession(OTHER);
    var first = store().catalog().sessions(0, ALL).getLast();
    reopen();
    givenSession(SESSION);
    assertThat(store().catalog().sessions(first.ordinal(), ALL).stream().map(r -> r.session()))
        .containsExactly(SESSION);
  }

  @Test
  @Tag("E7")
  void whatWasSpentAndWhatIsSetAsideIsThereAgain() {
    givenSession(SESSION);
    append(
        Draft.after(1, SESSION, "replied")
            .with(new Change.AccountSettled("acme", new EffectId(1), Amount.ofModelCall(7, 3))));
    store().accounts().reserve(AccountsConformance.claim(OTHER));
    var before = store().accounts().standing("acme");
    reopen();
    assertThat(store().accounts().standing("acme")).isEqualTo(before);
    assertThat(before)
        .isEqualTo(new Standing(new Amount(7, 3, 1, 0, 0), new Amount(10, 5, 1, 0, 0)));
  }

  @Test
  void openingAgainAndAgainChangesNothing() {
    givenEverything();
    var before = Everything.in(store());
    for (int i = 0; i < 3; i++) {
      reopen();
    }
    assertThat(Everything.in(store())).isEqualTo(before);
  }

  private void givenEverything() {
    givenSession(SESSION);
    givenSession(OTHER, 4);
    put(item(SESSION, "i-1", "hello"));
    put(item(SESSION, "i-2", "bye"));
    put(item(SESSION, "i-3", "later"));
    append(Draft.after(1, SESSION, "a").accepting(RUN, new RunKey("k")).consuming("i-1"));
    store().inbox().settle(SESSION, input("i-2"), "busy");
    append(
        Draft.after(2, SESSION, "b")
            .with(new Change.RunFinished(RUN, 3, NOON, RunStatus.COMPLETED))
            .with(new Change.RuleGranted("bash(ls)", "ann", NOON)));
    append(
        Draft.after(3, SESSION, "c")
            .accepting(new RunId("r-2"), null)
            .with(
                new Change.ApprovalOpened(
                    new EffectId(1),
                    new RunId("r-2"),
                    NOON,
                    new ToolCall("c-1", "bash", Text.of("{}")),
                    "why",
                    "g",
                    Text.of("rm"),
                    new Answering(List.of("anna"), NOON))));
    store().journal().trim(OTHER, new Snapshot(3, Bytes.of("state")), List.of(new Stretch(1, 2)));
    store().blobs().put(Bytes.of("large"), NOON);
    try (var parcel = store().shelf().begin(SESSION, NOON)) {
      parcel.add(Bytes.of("out"));
      parcel.add(Bytes.of("put"));
      store().shelf().pin(SESSION, parcel.finish().name());
    }
    store().leases().renew(Draft.OWNER, NOON);
  }

  private static Change opened() {
    return new Change.SessionOpened("clerk", "/work", NOON);
  }
}
