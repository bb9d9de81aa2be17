package dev.drover.store.memory;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.AccountStore;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Leases.OwnerId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Spending that sessions share. Any thread may call any method; the monitor of this object guards
/// everything in it.
final class MemoryAccountStore implements AccountStore {
  private final Map<String, BudgetAmount> spent = new HashMap<>();
  private final Map<Call, ReservationRequest> reserved = new LinkedHashMap<>();

  /// The process that a reached limit was reported to; null once that is journaled.
  private final Map<Warning, @Nullable OwnerId> told = new HashMap<>();

  private final Function<OwnerId, Leases.@Nullable Lease> leases;
  private final Runnable requireOpen;

  private record Call(SessionId session, EffectId effect) {}

  private record Warning(String account, BudgetMeasure measure, long soft) {}

  /// @param leases the lease of a process
  MemoryAccountStore(Function<OwnerId, Leases.@Nullable Lease> leases, Runnable requireOpen) {
    this.leases = leases;
    this.requireOpen = requireOpen;
  }

  @Override
  public synchronized Reservation reserve(ReservationRequest claim) {
    requireOpen.run();
    var call = new Call(claim.session(), claim.effect());
    var used = spent(claim.account());
    var shortfall = claim.shortfall(used.plus(reserved(claim.account(), call)));
    if (shortfall != null) {
      return new Reservation.Refused(shortfall);
    }
    reserved.put(call, claim);
    return new Reservation.Granted(used, reached(claim, used));
  }

  private List<BudgetMeasure> reached(ReservationRequest claim, BudgetAmount used) {
    var fresh = new ArrayList<BudgetMeasure>();
    for (var measure : claim.budget().reachedSoftLimits(used)) {
      var warning = new Warning(claim.account(), measure, claim.budget().of(measure).soft());
      if (!told.containsKey(warning)) {
        told.put(warning, claim.owner());
        fresh.add(measure);
      }
    }
    return fresh;
  }

  private BudgetAmount spent(String account) {
    return spent.getOrDefault(account, BudgetAmount.NONE);
  }

  private BudgetAmount reserved(String account, @Nullable Call butFor) {
    var sum = BudgetAmount.NONE;
    for (var entry : reserved.entrySet()) {
      if (entry.getValue().account().equals(account) && !entry.getKey().equals(butFor)) {
        sum = sum.plus(entry.getValue().need());
      }
    }
    return sum;
  }

  @Override
  public synchronized AccountTotals totals(String account) {
    requireOpen.run();
    return new AccountTotals(spent(account), reserved(account, null));
  }

  @Override
  public synchronized List<Holder> holders(String account) {
    requireOpen.run();
    return reserved.values().stream()
        .filter(claim -> claim.account().equals(account))
        .map(ReservationRequest::owner)
        .distinct()
        .map(owner -> new Holder(owner, leases.apply(owner)))
        .toList();
  }

  @Override
  public synchronized void release(OwnerId owner, SessionId session, EffectId effect) {
    requireOpen.run();
    reserved.computeIfPresent(
        new Call(session, effect), (_, claim) -> claim.owner().equals(owner) ? null : claim);
  }

  @Override
  public synchronized int release(OwnerId owner) {
    requireOpen.run();
    int before = reserved.size();
    reserved.values().removeIf(claim -> claim.owner().equals(owner));
    told.values().removeIf(owner::equals);
    return before - reserved.size();
  }

  synchronized void settle(SessionId session, Catalog.Change.AccountSettled settled) {
    if (settled.effect() != null) {
      reserved.remove(new Call(session, settled.effect()));
    }
    spent.put(settled.account(), spent(settled.account()).plus(settled.spent()));
  }

  synchronized void warned(Catalog.Change.AccountWarned warned) {
    told.put(new Warning(warned.account(), warned.measure(), warned.soft()), null);
  }

  synchronized void clear() {
    spent.clear();
    reserved.clear();
    told.clear();
  }
}
