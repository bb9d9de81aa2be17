package dev.drover.testkit.sim;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.Problem;
import dev.drover.kernel.SessionId;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Accounts;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.InputId;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.OwnerId;
import dev.drover.spi.store.SessionSearch;
import dev.drover.spi.store.Store;
import dev.drover.spi.store.WaitingSession;
import dev.drover.testkit.AccountsWrapper;
import dev.drover.testkit.InboxWrapper;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.LeasesWrapper;
import dev.drover.testkit.StoreWrapper;
import dev.drover.testkit.sim.Fault.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// The store as one process has it: each call is a place where others may go on, where it may go
/// wrong, and where the process may die. What was written is told to the [Auditor] in the same
/// moment.
final class FaultStore extends StoreWrapper {
  /// Longer than a writer tries again.
  private static final Duration OUTAGE = Duration.ofSeconds(60);

  private final Store inner;
  private final Stage stage;
  private final SimProcess process;
  private Instant outUntil = Instant.MIN;

  FaultStore(Store inner, Stage stage, SimProcess process) {
    super(inner);
    this.inner = inner;
    this.stage = stage;
    this.process = process;
  }

  /// Others may go on here: the scheduler is ours.
  @SuppressWarnings("ThreadPriorityCheck")
  private void pause(String what) {
    stage.world().trace().add(process + " " + what);
    Thread.yield();
  }

  private static PortException away() {
    return new PortException(
        new Problem("store_unavailable", "Away", "the store cannot be reached", "Try again."),
        null);
  }

  private boolean isNow(Kind kind) {
    return stage.faults().isNow(kind);
  }

  /// The process dies in the middle of this call.
  private void die() {
    stage.kill(process);
    while (true) {
      LockSupport.park(this);
    }
  }

  private void requireReachable() {
    if (stage.world().now().isBefore(outUntil) && !stage.faults().isOver()) {
      stage.faults().goesOn();
      throw away();
    }
  }

  @Override
  public Journal journal() {
    return new JournalWrapper(inner.journal()) {
      @Override
      public void append(Append append) {
        pause("append " + append.session() + " " + append.after());
        boolean loses = isNow(Kind.LOSE_APPEND);
        boolean diesAfter = isNow(Kind.KILL_AFTER_APPEND);
        if (isNow(Kind.OUTAGE)) {
          outUntil = stage.world().now().plus(OUTAGE);
        }
        if (isNow(Kind.KILL_BEFORE_APPEND)) {
          die();
        }
        requireReachable();
        if (isNow(Kind.FAIL_APPEND)) {
          throw away();
        }
        super.append(append);
        stage.world().trace().add(append);
        stage.auditor().appended(append, stage.world().now());
        stage.hints().changed(process);
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
      public long trim(SessionId session, Snapshot snapshot, List<Stretch> dropped) {
        pause("trim " + session + " " + dropped);
        long count = super.trim(session, snapshot, dropped);
        stage.auditor().trimmed(session, snapshot, dropped);
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
        stage.auditor().put(item, receipt, stage.world().now());
        stage.hints().changed(process);
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
      public List<WaitingSession> unheard(SessionSearch search, OwnerId by) {
        pause("unheard");
        if (isNow(Kind.FAIL_LOOK)) {
          throw away();
        }
        return inbox.unheard(search, by);
      }

      @Override
      public void settle(SessionId session, InputId input, String why) {
        pause("settle " + session + " " + input);
        inbox.settle(session, input, why);
        stage.auditor().ignored(session, input);
      }
    };
  }

  /// Without pauses where it is called by threads that hold a monitor.
  @Override
  public Leases leases() {
    var leases = inner.leases();
    return new LeasesWrapper(leases) {
      @Override
      public void renew(OwnerId owner, Instant until) {
        stage.owners().put(process, owner);
        leases.renew(owner, until);
        stage.auditor().renewed(owner, until);
      }

      @Override
      public void release(OwnerId owner) {
        leases.release(owner);
        stage.auditor().released(owner);
      }

      @Override
      public void expire(Lease gone, Instant at) {
        leases.expire(gone, at);
        stage.auditor().expired(gone);
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
      public void letGo(OwnerId owner, SessionId session, long after) {
        leases.letGo(owner, session, after);
        stage.auditor().letGo(owner, session, after);
      }

      @Override
      public Optional<Lease> holder(SessionId session) {
        stage.auditor().looked(stage.owners().get(process), session, stage.world().now());
        return leases.holder(session);
      }
    };
  }

  @Override
  public Accounts accounts() {
    var accounts = inner.accounts();
    return new AccountsWrapper(accounts) {
      @Override
      public Grant reserve(Claim claim) {
        pause("reserve " + claim.session() + " " + claim.effect());
        if (isNow(Kind.FAIL_RESERVE)) {
          throw away();
        }
        var grant = accounts.reserve(claim);
        stage.auditor().reserved(claim, grant, accounts.standing(claim.account()));
        if (isNow(Kind.LOSE_RESERVE)) {
          throw away();
        }
        return grant;
      }

      @Override
      public void release(OwnerId owner, SessionId session, EffectId effect) {
        stage.auditor().reservations().release(owner, session, effect);
        accounts.release(owner, session, effect);
      }

      @Override
      public int release(OwnerId owner) {
        stage.auditor().reservations().release(owner, stage.owners().get(process));
        return accounts.release(owner);
      }
    };
  }

  @Override
  public Subscription onForeignChange(Runnable hint) {
    return stage.hints().subscribe(process, hint);
  }

  /// It belongs to the world, and outlives every process.
  @Override
  public void close() {}
}
