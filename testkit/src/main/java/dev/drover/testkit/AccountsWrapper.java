package dev.drover.testkit;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Accounts;
import dev.drover.spi.store.OwnerId;
import java.util.List;

/// Accounts that do what others do. Subclasses change one method of them.
public class AccountsWrapper implements Accounts {
  private final Accounts inner;

  public AccountsWrapper(Accounts inner) {
    this.inner = inner;
  }

  @Override
  public Grant reserve(Claim claim) {
    return inner.reserve(claim);
  }

  @Override
  public Standing standing(String account) {
    return inner.standing(account);
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
