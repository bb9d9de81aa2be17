package dev.drover.testkit;

import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.AccountStore;
import dev.drover.spi.store.Leases.OwnerId;
import java.util.List;

/// An account store that delegates to another one. Subclasses override single methods.
public class AccountStoreWrapper implements AccountStore {
  private final AccountStore inner;

  public AccountStoreWrapper(AccountStore inner) {
    this.inner = inner;
  }

  @Override
  public Reservation reserve(ReservationRequest claim) {
    return inner.reserve(claim);
  }

  @Override
  public AccountTotals totals(String account) {
    return inner.totals(account);
  }

  @Override
  public List<Holder> holders(String account) {
    return inner.holders(account);
  }

  @Override
  public void release(OwnerId owner, SessionId session, EffectId effect) {
    inner.release(owner, session, effect);
  }

  @Override
  public int release(OwnerId owner) {
    return inner.release(owner);
  }
}
