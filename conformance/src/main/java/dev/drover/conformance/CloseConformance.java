package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.PortException;
import dev.drover.spi.store.ArtifactStore;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Catalog.SessionSearch;
import dev.drover.spi.store.GrantStore.GrantId;
import dev.drover.spi.store.Journal.Snapshot;
import dev.drover.spi.store.Leases.Lease;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [Store] about closing, and about hints.
public abstract class CloseConformance extends StoreConformance {
  private static final Bytes BODY = Bytes.of("hello");
  private static final SessionSearch SEARCH = new SessionSearch(Set.of("clerk"), 0, 1);

  /// Every method, by name.
  private static final Map<String, Consumer<Store>> METHODS =
      Map.ofEntries(
          Map.entry("append", s -> s.journal().append(AppendBuilder.opening(OTHER, "a").append())),
          Map.entry("read", s -> s.journal().read(SESSION, 0, 1)),
          Map.entry("snapshot", s -> s.journal().snapshot(SESSION)),
          Map.entry("trim", s -> s.journal().trim(SESSION, new Snapshot(1, BODY), List.of())),
          Map.entry("delete", s -> s.journal().delete(SESSION, 1)),
          Map.entry("isDeleted", s -> s.journal().isDeleted(SESSION)),
          Map.entry("sweepBlobs", s -> s.blobs().sweep(NOON)),
          Map.entry("put", s -> s.inbox().put(item(SESSION, "i-1", "a"), BOUND)),
          Map.entry("waiting", s -> s.inbox().waiting(SESSION, 1)),
          Map.entry("sessionsWaiting", s -> s.inbox().sessionsWaiting(0, 1)),
          Map.entry("unheard", s -> s.inbox().unconsumed(SEARCH, new OwnerId("ann"))),
          Map.entry("processes", s -> s.leases().processes()),
          Map.entry(
              "expire",
              s -> s.leases().expire(new Lease(new OwnerId("ann"), NOON, Duration.ZERO), NOON)),
          Map.entry("unattended", s -> s.leases().unattended(SEARCH, NOON)),
          Map.entry("lastWriter", s -> s.leases().lastWriter(SESSION)),
          Map.entry("settle", s -> s.inbox().settle(SESSION, input("i-1"), "no")),
          Map.entry("fate", s -> s.inbox().status(SESSION, input("i-1"))),
          Map.entry("putBlob", s -> s.blobs().put(BODY, NOON)),
          Map.entry("getBlob", s -> s.blobs().get(Blobs.idOf(BODY))),
          Map.entry("keep", s -> s.artifacts().startUpload(SESSION, NOON).finish()),
          Map.entry("find", s -> s.artifacts().find(SESSION, Blobs.idOf(BODY).sha256())),
          Map.entry("readShelf", s -> s.artifacts().read(SESSION, Blobs.idOf(BODY), 0, 1)),
          Map.entry("list", s -> s.artifacts().list(SESSION, 0, 1)),
          Map.entry("pin", s -> s.artifacts().pin(SESSION, Blobs.idOf(BODY))),
          Map.entry("unpin", s -> s.artifacts().unpin(SESSION, Blobs.idOf(BODY))),
          Map.entry("sweep", s -> s.artifacts().sweep(new ArtifactStore.Sweep(NOON, 0))),
          Map.entry("renew", s -> s.leases().renew(AppendBuilder.OWNER, Duration.ofMinutes(1))),
          Map.entry("release", s -> s.leases().release(AppendBuilder.OWNER)),
          Map.entry("holder", s -> s.leases().holder(SESSION)),
          Map.entry("sessions", s -> s.catalog().sessions(0, 1)),
          Map.entry("session", s -> s.catalog().session(SESSION)),
          Map.entry("unfinished", s -> s.catalog().unfinished(0, 1)),
          Map.entry("runs", s -> s.catalog().runs(SESSION, 0, 1)),
          Map.entry("run", s -> s.catalog().run(RUN)),
          Map.entry("runByKey", s -> s.catalog().run(SESSION, new RunKey("k"))),
          Map.entry("approvals", s -> s.catalog().approvals()),
          Map.entry(
              "approval", s -> s.catalog().approval(new ApprovalId(SESSION, new EffectId(1)))),
          Map.entry("rules", s -> s.catalog().rules("")),
          Map.entry("grants", s -> s.grants().all()),
          Map.entry("revoke", s -> s.grants().revoke(new GrantId(1), "ann", NOON)),
          Map.entry("reserve", s -> s.accounts().reserve(AccountStoreConformance.claim(SESSION))),
          Map.entry("standing", s -> s.accounts().totals("acme")),
          Map.entry("holders", s -> s.accounts().holders("acme")),
          Map.entry("releaseReserved", s -> s.accounts().release(AppendBuilder.OWNER)),
          Map.entry("onForeignChange", s -> s.onForeignChange(_ -> {})));

  protected CloseConformance() {}

  @Test
  @Tag("B5")
  void aClosedStoreRefusesEverything() {
    givenSession(SESSION);
    store().close();
    METHODS.forEach(
        (name, method) ->
            assertThatThrownBy(() -> method.accept(store()))
                .as(name)
                .isInstanceOfSatisfying(
                    PortException.class,
                    refused -> assertThat(refused.problem().code()).isEqualTo("store_closed")));
  }

  @Test
  @Tag("B5")
  void closingTwiceIsAllowed() throws Exception {
    givenSession(SESSION);
    ConcurrentRun.<Void>run(
        4,
        _ ->
            () -> {
              store().close();
              return null;
            });
    store().close();
  }

  @Test
  void aClosedStoreHasADescription() {
    assertThat(store().description()).isNotBlank();
    store().close();
    assertThat(store().description()).isNotBlank();
  }

  @Test
  @Tag("B5")
  void workSubmittedBeforeTheCloseIsDoneOrRefusedAsAWhole() throws Exception {
    var done = new AtomicInteger();
    ConcurrentRun.<Void>run(
        9,
        thread ->
            () -> {
              if (thread == 0) {
                store().close();
                return null;
              }
              try {
                append(AppendBuilder.opening(new SessionId("s-" + thread), "a"));
                done.incrementAndGet();
              } catch (PortException refused) {
                assertThat(refused.problem().code()).isEqualTo("store_closed");
              }
              return null;
            });
    assertThat(done.get()).isBetween(0, 8);
  }

  @Test
  void aSubscriptionMayBeClosedTwiceAndAfterTheStore() {
    var subscription = store().onForeignChange(_ -> {});
    subscription.close();
    subscription.close();
    var other = store().onForeignChange(_ -> {});
    store().close();
    other.close();
  }
}
