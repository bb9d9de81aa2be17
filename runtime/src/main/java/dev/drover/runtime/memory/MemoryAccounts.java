package dev.drover.runtime.memory;

import dev.drover.kernel.Amount;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Measure;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Accounts;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.OwnerId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What sessions spend together. Any thread may call any method; the monitor of this object guards
/// everything in it.
final class MemoryAccounts implements Accounts {
  private final Map<String, Amount> spent = new HashMap<>();
  private final Map<Call, Claim> reserved = new LinkedHashMap<>();

  /// Who was told that a limit is reached; null once that is journaled.
  private final Map<Warning, @Nullable OwnerId> told = new HashMap<>();

  private final Function<OwnerId, @Nullable Instant> leases;
  private final Runnable requireOpen;

  private record Call(SessionId session, EffectId effect) {}

  private record Warning(String account, Measure measure, long soft) {}

  /// @param leases until when a process said it would be there
  MemoryAccounts(Function<OwnerId, @Nullable Instant> leases, Runnable requireOpen) {
    this.leases = leases;
    this.requireOpen = requireOpen;
  }

  @Override
  public synchronized Grant reserve(Claim claim) {
    requireOpen.run();
    var call = new Call(claim.session(), claim.effect());
    var used = spent(claim.account());
    var shortfall = claim.shortfall(used.plus(reserved(claim.account(), call)));
    if (shortfall != null) {
      return new Grant.Refused(shortfall);
    }
    reserved.put(call, claim);
    return new Grant.Given(used, reached(claim, used));
  }

  private List<Measure> reached(Claim claim, Amount used) {
    var fresh = new ArrayList<Measure>();
    for (var measure : claim.budget().reached(used)) {
      var warning = new Warning(claim.account(), measure, claim.budget().of(measure).soft());
      if (!told.containsKey(warning)) {
        told.put(warning, claim.owner());
        fresh.add(measure);
      }
    }
    return fresh;
  }

  private Amount spent(String account) {
    return spent.getOrDefault(account, Amount.NONE);
  }

  private Amount reserved(String account, @Nullable Call butFor) {
    var sum = Amount.NONE;
    for (var entry : reserved.entrySet()) {
      if (entry.getValue().account().equals(account) && !entry.getKey().equals(butFor)) {
        sum = sum.plus(entry.getValue().need());
      }
    }
    return sum;
  }

  @Override
  public synchronized Standing standing(String account) {
    requireOpen.run();
    return new Standing(spent(account), reserved(account, null));
  }

  @Override
  public synchronized List<Holder> holders(String account) {
    requireOpen.run();
    return reserved.values().stream()
        .filter(claim -> claim.account().equals(account))
        .map(Claim::owner)
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

  synchronized void settle(SessionId session, Change.AccountSettled settled) {
    if (settled.effect() != null) {
      reserved.remove(new Call(session, settled.effect()));
    }
    spent.put(settled.account(), spent(settled.account()).plus(settled.spent()));
  }

  synchronized void warned(Change.AccountWarned warned) {
    told.put(new Warning(warned.account(), warned.measure(), warned.soft()), null);
  }

  synchronized void clear() {
    spent.clear();
    reserved.clear();
    told.clear();
  }
}
