package dev.drover.testkit.sim;

import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.PortException;
import dev.drover.spi.store.AccountStore;
import dev.drover.spi.store.Catalog.SessionSearch;
import dev.drover.spi.store.Catalog.WaitingSession;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store;
import dev.drover.testkit.AccountStoreWrapper;
import dev.drover.testkit.InboxWrapper;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.LeasesWrapper;
import dev.drover.testkit.StoreWrapper;
import dev.drover.testkit.sim.SimFault.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// The store of one process: each call is a point where other threads may run, where it may fail,
/// and where the process may die. Writes are reported to the [WriteAudit] at the same moment.
final class FaultInjectingStore extends StoreWrapper {
  /// Longer than a writer retries.
  private static final Duration OUTAGE = Duration.ofSeconds(60);

  private final Store inner;
  private final SimulationContext context;
  private final SimProcess process;
  private Instant outUntil = Instant.MIN;

  FaultInjectingStore(Store inner, SimulationContext context, SimProcess process) {
    super(inner);
    this.inner = inner;
    this.context = context;
    this.process = process;
  }

  /// Other threads may run here: the scheduler is ours.
  @SuppressWarnings("ThreadPriorityCheck")
  private void pause(String what) {
    context.world().trace().add(process + " " + what);
    Thread.yield();
  }

  private static PortException away() {
    return new PortException(
        new Problem("store_unavailable", "Away", "the store cannot be reached", "Try again."),
        null);
  }

  private boolean isNow(Kind kind) {
    return context.faults().isNow(kind);
  }

  /// The process dies during this call.
  private void die() {
    context.kill(process);
    while (true) {
      LockSupport.park(this);
    }
  }

  private void requireReachable() {
    if (context.world().now().isBefore(outUntil) && !context.faults().isOver()) {
      context.faults().goesOn();
      throw away();
    }
  }

  @Override
  public Journal journal() {
    return new JournalWrapper(inner.journal()) {
      @Override
      public void append(Journal.Append append) {
        pause("append " + append.session() + " " + append.after());
        boolean loses = isNow(Kind.LOSE_APPEND);
        boolean diesAfter = isNow(Kind.KILL_AFTER_APPEND);
        if (isNow(Kind.OUTAGE)) {
          outUntil = context.world().now().plus(OUTAGE);
        }
        if (isNow(Kind.KILL_BEFORE_APPEND)) {
          die();
        }
        requireReachable();
        if (isNow(Kind.FAIL_APPEND)) {
          throw away();
        }
        super.append(append);
        context.world().trace().add(append);
        context.auditor().appended(append, context.world().now());
        context.hints().changed(process);
        if (diesAfter) {
          die();
        }
        if (loses) {
          throw away();
        }
        pause("appended " + append.session() + " " + append.last());
      }

      @Override
      public Optional<Slice> read(SessionId session, long after, int limit) {
        pause("read " + session + " " + after);
        if (isNow(Kind.FAIL_READ)) {
          throw away();
        }
        return super.read(session, after, limit);
      }

      @Override
      public long trim(SessionId session, Snapshot snapshot, List<EventRange> dropped) {
        pause("trim " + session + " " + dropped);
        long count = super.trim(session, snapshot, dropped);
        context.auditor().trimmed(session, snapshot, dropped);
        return count;
      }
    };
  }

  @Override
  public Inbox inbox() {
    var inbox = inner.inbox();
    return new InboxWrapper(inbox) {
      @Override
      public Receipt put(Item item, int bound) {
        pause("put " + item.session() + " " + item.id());
        if (isNow(Kind.FAIL_PUT)) {
          throw away();
        }
        var receipt = inbox.put(item, bound);
        context.auditor().put(item, receipt, context.world().now());
        context.hints().changed(process);
        if (isNow(Kind.LOSE_PUT)) {
          throw away();
        }
        return receipt;
      }

      @Override
      public List<Item> waiting(SessionId session, int limit) {
        pause("waiting " + session);
        return inbox.waiting(session, limit);
      }

      @Override
      public List<WaitingSession> unconsumed(SessionSearch search, OwnerId by) {
        pause("unheard");
        if (isNow(Kind.FAIL_LOOK)) {
          throw away();
        }
        return inbox.unconsumed(search, by);
      }

      @Override
      public void settle(SessionId session, InputId input, String why) {
        pause("settle " + session + " " + input);
        inbox.settle(session, input, why);
        context.auditor().ignored(session, input);
      }
    };
  }

  /// Without pauses where it is called by threads that hold a monitor.
  @Override
  public Leases leases() {
    var leases = inner.leases();
    return new LeasesWrapper(leases) {
      @Override
      public void renew(OwnerId owner, Duration length) {
        context.owners().put(process, owner);
        leases.renew(owner, length);
        context.auditor().renewed(owner, context.world().now().plus(length));
      }

      @Override
      public void release(OwnerId owner) {
        leases.release(owner);
        context.auditor().released(owner);
      }

      @Override
      public void expire(Lease gone, Instant at) {
        leases.expire(gone, at);
        context.auditor().expired(gone);
      }

      @Override
      public List<WaitingSession> unattended(SessionSearch search, Instant now) {
        pause("unattended");
        if (isNow(Kind.FAIL_LOOK)) {
          throw away();
        }
        return leases.unattended(search, now);
      }

      @Override
      public void releaseSession(OwnerId owner, SessionId session, long after) {
        leases.releaseSession(owner, session, after);
        context.auditor().letGo(owner, session, after);
      }

      @Override
      public Optional<Lease> holder(SessionId session) {
        context.auditor().looked(context.owners().get(process), session, context.world().now());
        return leases.holder(session);
      }
    };
  }

  @Override
  public AccountStore accounts() {
    var accounts = inner.accounts();
    return new AccountStoreWrapper(accounts) {
      @Override
      public Reservation reserve(ReservationRequest claim) {
        pause("reserve " + claim.session() + " " + claim.effect());
        if (isNow(Kind.FAIL_RESERVE)) {
          throw away();
        }
        var grant = accounts.reserve(claim);
        context.auditor().reserved(claim, grant, accounts.totals(claim.account()));
        if (isNow(Kind.LOSE_RESERVE)) {
          throw away();
        }
        return grant;
      }

      @Override
      public void release(OwnerId owner, SessionId session, EffectId effect) {
        context.auditor().reservations().release(owner, session, effect);
        accounts.release(owner, session, effect);
      }

      @Override
      public int release(OwnerId owner) {
        context.auditor().reservations().release(owner, context.owners().get(process));
        return accounts.release(owner);
      }
    };
  }

  @Override
  public Subscription onForeignChange(Consumer<ForeignChange> hint) {
    return context.hints().subscribe(process, hint);
  }

  /// It belongs to the world, and outlives every process.
  @Override
  public void close() {}
}
