package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.Text;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.AccountStore.AccountTotals;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.ApprovalEligibility;
import dev.drover.spi.store.Inbox.InputStatus;
import dev.drover.spi.store.Inbox.Receipt;
import dev.drover.spi.store.Journal.EventRange;
import dev.drover.spi.store.Journal.Slice;
import dev.drover.spi.store.Journal.Snapshot;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import dev.drover.spi.store.WriteRefused.AppendToDeletedSession;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of a store that outlives its process: everything that it reported survives reopening.
public abstract class ReopenConformance extends StoreConformance {
  protected ReopenConformance() {}

  @Test
  @Tag("A13")
  void everythingSurvivesReopening() {
    givenEverything();
    var before = StoreContents.in(store(), input("i-1"), input("i-2"), input("i-3"));
    reopen();
    assertThat(StoreContents.in(store(), input("i-1"), input("i-2"), input("i-3")))
        .isEqualTo(before);
    assertThat(before.sessions()).hasSize(2);
    assertThat(before.approvals()).hasSize(1);
    assertThat(before.rules()).containsExactly("bash(ls)");
    assertThat(store().catalog().run(SESSION, new RunKey("k"))).isPresent();
    assertThat(store().blobs().get(Blobs.idOf(Bytes.of("large")))).contains(Bytes.of("large"));
    var kept = before.sessions().getFirst().artifacts().getFirst();
    assertThat(kept.pinned()).isTrue();
    assertThat(store().artifacts().read(SESSION, kept.name(), 1, 5)).contains(Bytes.of("utput"));
  }

  @Test
  @Tag("A1")
  void numberingContinuesAfterReopening() {
    givenSession(SESSION, 3);
    store().journal().trim(SESSION, new Snapshot(3, Bytes.of("s")), List.of(new EventRange(1, 3)));
    reopen();
    assertThatThrownBy(() -> append(AppendBuilder.after(0, SESSION, "x").with(opened())))
        .isInstanceOf(AppendConflict.class);
    append(AppendBuilder.after(3, SESSION, "fourth"));
    assertThat(journal(SESSION)).contains(new Slice(List.of(entry(4, "fourth")), 4, 4));
  }

  @Test
  @Tag("B10")
  void aDeletedSessionStaysDeleted() {
    givenEverything();
    store().journal().delete(SESSION, 4);
    var before = StoreContents.in(store());
    reopen();
    assertThat(StoreContents.in(store())).isEqualTo(before);
    assertThat(store().journal().isDeleted(SESSION)).isTrue();
    assertThatThrownBy(() -> givenSession(SESSION)).isInstanceOf(AppendToDeletedSession.class);
    assertThatThrownBy(() -> append(AppendBuilder.after(4, OTHER, "x").accepting(RUN, null)))
        .isInstanceOf(ContradictoryWrite.class);
  }

  @Test
  @Tag("B10")
  void contentOfADeletedSessionIsSweptAfterReopening() {
    var name = store().blobs().put(Bytes.of("named once"), NOON);
    append(AppendBuilder.opening(SESSION, name.sha256()));
    store().journal().delete(SESSION, 1);
    reopen();
    assertThat(store().blobs().get(name)).isPresent();
    assertThat(store().blobs().sweep(NOON.plusSeconds(60))).isEmpty();
    assertThat(store().blobs().get(name)).isEmpty();
  }

  @Test
  @Tag("B2")
  void aDuplicateInputIsDetectedAfterReopening() {
    givenEverything();
    reopen();
    assertThat(put(item(SESSION, "i-1", "hello"))).isEqualTo(Receipt.DUPLICATE);
    assertThat(put(item(SESSION, "i-2", "another"))).isEqualTo(Receipt.CONFLICT);
    assertThat(put(item(SESSION, "i-3", "later"))).isEqualTo(Receipt.DUPLICATE);
    assertThat(store().inbox().status(SESSION, input("i-1"))).contains(new InputStatus.Consumed(2));
    assertThat(store().inbox().status(SESSION, input("i-2")))
        .contains(new InputStatus.Ignored("busy"));
    assertThat(store().inbox().sessionsWaiting()).containsExactly(SESSION);
  }

  @Test
  @Tag("A11")
  void creationOrderContinuesAfterReopening() {
    givenSession(OTHER);
    var first = store().catalog().sessions(0, ALL).getLast();
    reopen();
    givenSession(SESSION);
    assertThat(store().catalog().sessions(first.ordinal(), ALL).stream().map(r -> r.session()))
        .containsExactly(SESSION);
  }

  @Test
  @Tag("E7")
  void spentAndReservedAmountsSurviveReopening() {
    givenSession(SESSION);
    append(
        AppendBuilder.after(1, SESSION, "replied")
            .with(
                new Catalog.Change.AccountSettled(
                    "acme", new EffectId(1), BudgetAmount.ofModelCall(7, 3))));
    store().accounts().reserve(AccountStoreConformance.claim(OTHER));
    var before = store().accounts().totals("acme");
    reopen();
    assertThat(store().accounts().totals("acme")).isEqualTo(before);
    assertThat(before)
        .isEqualTo(
            new AccountTotals(new BudgetAmount(7, 3, 1, 0, 0), new BudgetAmount(10, 5, 1, 0, 0)));
  }

  @Test
  void repeatedReopeningChangesNothing() {
    givenEverything();
    var before = StoreContents.in(store());
    for (int i = 0; i < 3; i++) {
      reopen();
    }
    assertThat(StoreContents.in(store())).isEqualTo(before);
  }

  private void givenEverything() {
    givenSession(SESSION);
    givenSession(OTHER, 4);
    put(item(SESSION, "i-1", "hello"));
    put(item(SESSION, "i-2", "bye"));
    put(item(SESSION, "i-3", "later"));
    append(AppendBuilder.after(1, SESSION, "a").accepting(RUN, new RunKey("k")).consuming("i-1"));
    store().inbox().settle(SESSION, input("i-2"), "busy");
    append(
        AppendBuilder.after(2, SESSION, "b")
            .with(new Catalog.Change.RunFinished(RUN, 3, NOON, RunStatus.COMPLETED))
            .with(new Catalog.Change.RuleGranted("bash(ls)", "ann", NOON)));
    append(
        AppendBuilder.after(3, SESSION, "c")
            .accepting(new RunId("r-2"), null)
            .with(
                new Catalog.Change.ApprovalOpened(
                    new EffectId(1),
                    new RunId("r-2"),
                    NOON,
                    new ToolCall("c-1", "bash", Text.of("{}")),
                    "why",
                    "g",
                    Text.of("rm"),
                    new ApprovalEligibility(List.of("anna"), NOON))));
    store()
        .journal()
        .trim(OTHER, new Snapshot(3, Bytes.of("state")), List.of(new EventRange(1, 2)));
    store().blobs().put(Bytes.of("large"), NOON);
    try (var upload = store().artifacts().startUpload(SESSION, NOON)) {
      upload.add(Bytes.of("out"));
      upload.add(Bytes.of("put"));
      store().artifacts().pin(SESSION, upload.finish().name());
    }
    store().leases().renew(AppendBuilder.OWNER, Duration.ofMinutes(1));
  }

  private static Catalog.Change opened() {
    return new Catalog.Change.SessionOpened("clerk", "/work", NOON);
  }
}
