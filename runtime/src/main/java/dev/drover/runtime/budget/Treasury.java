package dev.drover.runtime.budget;

import dev.drover.kernel.Budgets;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Measure;
import dev.drover.kernel.SessionId;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Accounts;
import dev.drover.spi.store.Accounts.Claim;
import dev.drover.spi.store.Accounts.Grant;
import dev.drover.spi.store.Accounts.Holder;
import dev.drover.spi.store.Accounts.Standing;
import dev.drover.spi.store.OwnerId;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reserves for the calls of this process, and gives back what processes that died had reserved.
///
/// All methods may be called by any thread.
public final class Treasury {
  private static final Logger LOG = LoggerFactory.getLogger(Treasury.class);

  private final Accounts accounts;
  private final OwnerId owner;
  private final Predicate<Holder> isGone;
  private final AtomicBoolean used = new AtomicBoolean();

  /// Soft limits that are reached and of which nobody could write.
  private final Set<SoftLimit> unsaid = ConcurrentHashMap.newKeySet();

  /// Agents may give one account different limits, and each is told of its own.
  private record SoftLimit(String account, Measure measure, long soft) {
    static SoftLimit of(Budgets.Shared account, Measure measure) {
      return new SoftLimit(account.name(), measure, account.budget().of(measure).soft());
    }
  }

  /// @param isGone whether the process is there no more
  public Treasury(Accounts accounts, OwnerId owner, Predicate<Holder> isGone) {
    this.accounts = accounts;
    this.owner = owner;
    this.isGone = isGone;
  }

  public OwnerId owner() {
    return owner;
  }

  /// What is refused is asked for once more if the dead hold some of it.
  public Grant reserve(Claim claim) {
    used.set(true);
    var grant = accounts.reserve(claim);
    return grant instanceof Grant.Refused && releaseGone(claim.account()) > 0
        ? accounts.reserve(claim)
        : grant;
  }

  /// What is to be said now that these limits are reached: also of those before which nobody could
  /// write down.
  ///
  /// @param account with the limits of whoever asks
  public Set<Measure> toSay(Budgets.Shared account, List<Measure> reached) {
    var all = EnumSet.noneOf(Measure.class);
    all.addAll(reached);
    for (var measure : Measure.values()) {
      if (!unsaid.isEmpty() && unsaid.remove(SoftLimit.of(account, measure))) {
        all.add(measure);
      }
    }
    return all;
  }

  public void unsaid(Budgets.Shared account, Collection<Measure> measures) {
    measures.forEach(measure -> unsaid.add(SoftLimit.of(account, measure)));
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

  public Standing standing(String account) {
    return accounts.standing(account);
  }

  /// The call is not made, though something was set aside for it, possibly after its end was
  /// journaled.
  public void giveBack(SessionId session, EffectId effect) {
    try {
      accounts.release(owner, session, effect);
    } catch (PortException broken) {
      LOG.warn("cannot give back what was reserved for {}: {}", effect, broken.problem());
    }
  }

  /// This process is leaving: what it had reserved is free.
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
