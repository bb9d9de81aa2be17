package dev.drover.testkit.sim;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.AccountStore;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Leases.Lease;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store;
import dev.drover.testkit.AccountStoreWrapper;
import dev.drover.testkit.LeasesWrapper;
import dev.drover.testkit.StoreWrapper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// A store whose leases are judged by the clock of a world. The database under it has a clock of
/// its own, by which they do not expire.
final class VirtualLeaseStore extends StoreWrapper {
  private static final Duration ENDLESS = Duration.ofDays(365);

  private final InstantSource clock;
  private final Map<OwnerId, Instant> ends = new ConcurrentHashMap<>();

  VirtualLeaseStore(Store inner, InstantSource clock) {
    super(inner);
    this.clock = clock;
  }

  private Lease judged(Lease lease) {
    var end = ends.getOrDefault(lease.owner(), Instant.EPOCH);
    return new Lease(lease.owner(), end, Duration.between(clock.instant(), end));
  }

  @Override
  public Leases leases() {
    return new LeasesWrapper(super.leases()) {
      @Override
      public void renew(OwnerId owner, Duration length) {
        super.renew(owner, ENDLESS);
        ends.put(owner, clock.instant().plus(length));
      }

      @Override
      public List<Lease> processes() {
        return super.processes().stream().map(VirtualLeaseStore.this::judged).toList();
      }

      @Override
      public void expire(Lease gone, Instant at) {
        for (var lease : super.processes()) {
          if (lease.owner().equals(gone.owner()) && gone.until().equals(ends.get(gone.owner()))) {
            super.expire(lease, at);
          }
        }
      }

      @Override
      public Optional<Lease> holder(SessionId session) {
        return super.holder(session).map(VirtualLeaseStore.this::judged);
      }
    };
  }

  @Override
  public AccountStore accounts() {
    return new AccountStoreWrapper(super.accounts()) {
      @Override
      public List<Holder> holders(String account) {
        return super.holders(account).stream()
            .map(
                holder ->
                    holder.lease() == null
                        ? holder
                        : new Holder(holder.owner(), judged(holder.lease())))
            .toList();
      }
    };
  }
}
