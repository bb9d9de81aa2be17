package dev.drover.spi.store;

import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.Budget.BudgetShortfall;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Leases.OwnerId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Spending that sessions share, across processes. An account is created when it is first used.
///
/// Laws: no reservation lets the sum of spent and reserved amounts exceed the budget that it was
/// requested with, however many are requested concurrently; the cost of a call is counted by the
/// append that journals its end ([Catalog.Change.AccountSettled]), and by nothing else; a call has
/// at most one reservation; the reservations of a dead process are released once.
public interface AccountStore {
  /// Reserves an amount for a call, if the budget allows it. Replaces an earlier reservation for
  /// the same call by any process; if the request is refused, the earlier one stays.
  Reservation reserve(ReservationRequest claim);

  /// The amounts spent and reserved.
  AccountTotals totals(String account);

  /// The processes that have reservations, each once.
  List<Holder> holders(String account);

  /// Releases the reservation of a process for a call that is not made. A reservation of another
  /// process for the same call stays.
  void release(OwnerId owner, SessionId session, EffectId effect);

  /// Releases all reservations of a process, and forgets the soft limits that were reported to it
  /// and that it did not journal.
  ///
  /// @return the number of calls that had a reservation
  int release(OwnerId owner);

  /// @param effect the call, in its session
  /// @param need the maximum cost of the call
  /// @param budget of the account, as the caller knows it
  record ReservationRequest(
      String account,
      SessionId session,
      EffectId effect,
      OwnerId owner,
      BudgetAmount need,
      Budget budget) {
    /// The rule for all stores.
    ///
    /// @param others spent, and reserved for other calls
    public @Nullable BudgetShortfall shortfall(BudgetAmount others) {
      return budget.shortfall(new BudgetScope.OfAccount(account), others, need).orElse(null);
    }
  }

  sealed interface Reservation {
    /// @param spent so far
    /// @param reached soft limits that are reached and were not reported before; now they are
    record Granted(BudgetAmount spent, List<BudgetMeasure> reached) implements Reservation {
      public Granted {
        reached = List.copyOf(reached);
      }
    }

    record Refused(BudgetShortfall shortfall) implements Reservation {}
  }

  record AccountTotals(BudgetAmount spent, BudgetAmount reserved) {
    public static final AccountTotals NONE =
        new AccountTotals(BudgetAmount.NONE, BudgetAmount.NONE);
  }

  /// @param lease null if the process has left
  record Holder(OwnerId owner, Leases.@Nullable Lease lease) {}
}
