package dev.drover.testkit.sim;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.AccountStore.AccountTotals;
import dev.drover.spi.store.AccountStore.ReservationRequest;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Leases.OwnerId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Counts the reservations independently.
final class ReservationAudit {
  private static final List<BudgetMeasure> MEASURES =
      List.of(BudgetMeasure.TOKENS, BudgetMeasure.MODEL_CALLS, BudgetMeasure.TOOL_CALLS);

  private final Map<OutsideRecord.Call, Reserved> open = new HashMap<>();

  /// Reservations of processes that others declared dead.
  private final Set<OutsideRecord.Call> freed = new HashSet<>();

  /// The amount that those processes used after all.
  private BudgetAmount late = BudgetAmount.NONE;

  private record Reserved(OwnerId owner, BudgetAmount need) {}

  void granted(ReservationRequest claim) {
    var call = new OutsideRecord.Call(claim.session(), claim.effect());
    open.put(call, new Reserved(claim.owner(), claim.need()));
    freed.remove(call);
  }

  void settled(SessionId session, Catalog.Change.AccountSettled settled) {
    if (settled.effect() == null) {
      return;
    }
    var call = new OutsideRecord.Call(session, settled.effect());
    open.remove(call);
    if (freed.remove(call)) {
      late = late.plus(settled.spent());
    }
  }

  void release(OwnerId owner, SessionId session, EffectId effect) {
    open.computeIfPresent(
        new OutsideRecord.Call(session, effect),
        (_, each) -> each.owner().equals(owner) ? null : each);
  }

  /// @param by the releasing process; another process releases if the owner's lease has expired
  void release(OwnerId owner, @Nullable OwnerId by) {
    var all = open.entrySet().stream().filter(each -> each.getValue().owner().equals(owner));
    var calls = all.map(Map.Entry::getKey).toList();
    open.keySet().removeAll(calls);
    if (!owner.equals(by)) {
      freed.addAll(calls);
    }
  }

  /// Never more than the limit, and the store counts as this audit does. A process that stalled for
  /// longer than its lease may have made a call on a reservation that was released, which the
  /// others could not know.
  void require(LawViolations violations, ReservationRequest claim, AccountTotals standing) {
    var reserved = BudgetAmount.NONE;
    for (var each : open.values()) {
      reserved = reserved.plus(each.need());
    }
    var all = standing.spent().plus(standing.reserved());
    for (var measure : MEASURES) {
      long most = claim.budget().of(measure).hard();
      violations.require(
          all.of(measure) - late.of(measure) <= most,
          "E7",
          "%s of %d %s are promised",
          all,
          most,
          measure);
      violations.require(
          reserved.of(measure) == standing.reserved().of(measure),
          "E7",
          "%s is reserved, and the store reports %s",
          reserved,
          standing.reserved());
    }
  }

  /// Live processes hold no reservations for calls that have ended.
  List<String> kept(List<OwnerId> there) {
    return open.entrySet().stream()
        .filter(each -> there.contains(each.getValue().owner()))
        .map(each -> each.getKey() + " " + each.getValue())
        .toList();
  }
}
