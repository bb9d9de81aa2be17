package dev.drover.internal.spend;

import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.PortException;
import dev.drover.spi.store.AccountStore;
import dev.drover.spi.store.AccountStore.AccountTotals;
import dev.drover.spi.store.AccountStore.Holder;
import dev.drover.spi.store.AccountStore.Reservation;
import dev.drover.spi.store.AccountStore.ReservationRequest;
import dev.drover.spi.store.Leases.OwnerId;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reserves for the calls of this process, and releases the reservations of dead processes.
///
/// All methods may be called by any thread.
public final class AccountReservations {
  private static final Logger LOG = LoggerFactory.getLogger(AccountReservations.class);

  private final AccountStore accounts;
  private final OwnerId owner;
  private final Predicate<Holder> isGone;
  private final AtomicBoolean used = new AtomicBoolean();

  /// Soft limits that were reached and could not be recorded.
  private final Set<SoftLimit> reportLater = ConcurrentHashMap.newKeySet();

  /// Agents may set different limits for one account, and each is reported separately.
  private record SoftLimit(String account, BudgetMeasure measure, long soft) {
    static SoftLimit of(BudgetSet.SharedAccount account, BudgetMeasure measure) {
      return new SoftLimit(account.name(), measure, account.budget().of(measure).soft());
    }
  }

  /// @param isGone whether the process is dead
  public AccountReservations(AccountStore accounts, OwnerId owner, Predicate<Holder> isGone) {
    this.accounts = accounts;
    this.owner = owner;
    this.isGone = isGone;
  }

  public OwnerId owner() {
    return owner;
  }

  /// A refused reservation is tried once more if dead processes hold a part of the account.
  public Reservation reserve(ReservationRequest claim) {
    used.set(true);
    var grant = accounts.reserve(claim);
    return grant instanceof Reservation.Refused && releaseGone(claim.account()) > 0
        ? accounts.reserve(claim)
        : grant;
  }

  /// The reached limits to report now, including earlier ones that could not be recorded.
  ///
  /// @param account with the limits of the caller
  public Set<BudgetMeasure> limitsToReport(
      BudgetSet.SharedAccount account, List<BudgetMeasure> reached) {
    var all = EnumSet.noneOf(BudgetMeasure.class);
    all.addAll(reached);
    for (var measure : BudgetMeasure.values()) {
      if (!reportLater.isEmpty() && reportLater.remove(SoftLimit.of(account, measure))) {
        all.add(measure);
      }
    }
    return all;
  }

  public void reportLater(BudgetSet.SharedAccount account, Collection<BudgetMeasure> measures) {
    measures.forEach(measure -> reportLater.add(SoftLimit.of(account, measure)));
  }

  private int releaseGone(String account) {
    int released = 0;
    for (var holder : accounts.holders(account)) {
      if (isGone.test(holder)) {
        released += accounts.release(holder.owner());
      }
    }
    return released;
  }

  public AccountTotals standing(String account) {
    return accounts.totals(account);
  }

  /// The call is not made, though there is a reservation for it, possibly made after its end was
  /// journaled.
  public void release(SessionId session, EffectId effect) {
    try {
      accounts.release(owner, session, effect);
    } catch (PortException broken) {
      LOG.warn("cannot give back what was reserved for {}: {}", effect, broken.problem());
    }
  }

  /// This process ends: its reservations are released.
  public void close() {
    if (!used.get()) {
      return;
    }
    try {
      accounts.release(owner);
    } catch (PortException broken) {
      LOG.warn("cannot give back what was reserved: {}", broken.problem());
    }
  }
}
