package dev.drover.testkit.sim;

import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Accounts;
import dev.drover.spi.store.Accounts.Claim;
import dev.drover.spi.store.Accounts.Grant;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.AppendConflict;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Store;
import dev.drover.testkit.LeasesWrapper;
import dev.drover.testkit.StoreWrapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Bugs in the ground that all processes stand on: what a store could really do wrong.
final class BadGround {
  private BadGround() {}

  /// Two write after the same event, and both are told that they did.
  static Store swallowConflicts(Store inner) {
    return Planting.appending(
        inner,
        (append, write) -> {
          try {
            write.accept(append);
          } catch (AppendConflict _) {
            // As if it had been written.
          }
        });
  }

  /// Now and then what was reported as written is not.
  static Store forgetAWrite(Store inner) {
    var count = new AtomicInteger();
    return Planting.appending(
        inner,
        (append, write) -> {
          if (count.incrementAndGet() % 19 != 0 || append.after() == 0) {
            write.accept(append);
          }
        });
  }

  /// An append is reported before it is written, and written when the next one comes.
  static Store writeBehind(Store inner) {
    var late = new ArrayList<Append>();
    return Planting.appending(
        inner,
        (append, write) -> {
          late.forEach(write);
          late.clear();
          if (append.after() == 0) {
            write.accept(append);
          } else {
            late.add(append);
          }
        });
  }

  /// The input that caused an append is not marked as taken.
  static Store leaveTheLetter(Store inner) {
    return Planting.rewriting(
        inner,
        append ->
            new Append(
                append.session(),
                append.after(),
                append.entries(),
                append.owner(),
                append.changes(),
                null));
  }

  /// What a child says to its parent is not sent.
  static Store sayNothing(Store inner) {
    return without(inner, Change.MessageSent.class);
  }

  /// A call is paid for twice.
  static Store payTwice(Store inner) {
    return Planting.rewriting(
        inner,
        append -> {
          var changes = new ArrayList<>(append.changes());
          append.changes().stream()
              .filter(Change.AccountSettled.class::isInstance)
              .forEach(changes::add);
          return Planting.with(append, changes);
        });
  }

  /// An account never says no.
  static Store neverRefuse(Store inner) {
    return new StoreWrapper(inner) {
      @Override
      public Accounts accounts() {
        return Planting.replacing(
            Accounts.class,
            super.accounts(),
            "reserve",
            (arguments, result) ->
                result instanceof Grant.Refused
                    ? new Grant.Given(((Claim) arguments[0]).need(), List.of())
                    : result);
      }
    };
  }

  /// Nobody seems to hold anything.
  static Store holdNothing(Store inner) {
    return new StoreWrapper(inner) {
      @Override
      public Leases leases() {
        return Planting.replacing(
            Leases.class, super.leases(), "holder", (_, _) -> Optional.empty());
      }
    };
  }

  /// What is put into an inbox is not there.
  static Store loseTheLetter(Store inner) {
    return new StoreWrapper(inner) {
      @Override
      public Inbox inbox() {
        return Planting.replacing(
            Inbox.class,
            super.inbox(),
            "waiting",
            (_, result) ->
                result instanceof List<?> all && all.size() > 1 ? all.subList(0, 1) : List.of());
      }
    };
  }

  /// The last event is not read.
  static Store readShort(Store inner) {
    return Planting.reading(
        inner,
        (journal, session, after, limit) ->
            journal.read(session, after, limit).map(BadGround::shortened));
  }

  /// The end of a run is not in any list.
  static Store forgetAnEnd(Store inner) {
    return without(inner, Change.RunFinished.class);
  }

  /// What is listed is in the order of its name.
  static Store listByName(Store inner) {
    return new StoreWrapper(inner) {
      @Override
      public Catalog catalog() {
        return Planting.replacing(
            Catalog.class,
            super.catalog(),
            "sessions",
            (_, result) ->
                ((List<?>) result)
                    .stream()
                        .map(SessionRow.class::cast)
                        .sorted(Comparator.comparing(SessionRow::session))
                        .toList());
      }
    };
  }

  /// A lease does not run out.
  static Store stayForEver(Store inner) {
    return new StoreWrapper(inner) {
      @Override
      public Leases leases() {
        return new LeasesWrapper(super.leases()) {
          @Override
          public Optional<Lease> holder(SessionId session) {
            return super.holder(session).map(BadGround::forEver);
          }

          @Override
          public List<Lease> processes() {
            return super.processes().stream().map(BadGround::forEver).toList();
          }
        };
      }
    };
  }

  private static Leases.Lease forEver(Leases.Lease lease) {
    return new Leases.Lease(lease.owner(), Instant.MAX);
  }

  /// A fork does not have what was said before it.
  static Store forkNothing(Store inner) {
    return Planting.reading(
        inner,
        (journal, session, after, limit) ->
            journal.read(session, after, limit).map(BadGround::unshared));
  }

  private static Store without(Store inner, Class<? extends Change> kind) {
    return Planting.rewriting(
        inner,
        append ->
            Planting.with(
                append,
                append.changes().stream().filter(change -> !kind.isInstance(change)).toList()));
  }

  private static Journal.Slice unshared(Journal.Slice slice) {
    var own = slice.entries().stream().filter(entry -> entry.seq() > slice.shared()).toList();
    return new Journal.Slice(own, slice.first(), slice.tail(), slice.shared());
  }

  private static Journal.Slice shortened(Journal.Slice slice) {
    var entries = slice.entries();
    if (entries.size() < 12) {
      return slice;
    }
    return new Journal.Slice(
        entries.subList(0, entries.size() - 1), slice.first(), slice.tail() - 1, slice.shared());
  }
}
