package dev.drover.testkit.sim;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.AccountStore;
import dev.drover.spi.store.AccountStore.Reservation;
import dev.drover.spi.store.AccountStore.ReservationRequest;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Store;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import dev.drover.testkit.LeasesWrapper;
import dev.drover.testkit.StoreWrapper;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Bugs in the store that all processes share.
final class PlatformBugs {
  private PlatformBugs() {}

  /// Two processes write after the same event, and both get a success.
  static Store swallowConflicts(Store inner) {
    return BugInjection.appending(
        inner,
        (append, write) -> {
          try {
            write.accept(append);
          } catch (AppendConflict _) {
            // Reported as if it had been written.
          }
        });
  }

  /// Some appends that are reported as written are not.
  static Store forgetAWrite(Store inner) {
    var count = new AtomicInteger();
    return BugInjection.appending(
        inner,
        (append, write) -> {
          if (count.incrementAndGet() % 19 != 0 || append.after() == 0) {
            write.accept(append);
          }
        });
  }

  /// An append is reported before it is written, and is written with the next one.
  static Store writeBehind(Store inner) {
    var late = new ArrayList<Journal.Append>();
    return BugInjection.appending(
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

  /// The input that caused an append is not marked as consumed.
  static Store keepConsumedItems(Store inner) {
    return BugInjection.rewriting(
        inner,
        append ->
            new Journal.Append(
                append.session(),
                append.after(),
                append.entries(),
                append.owner(),
                append.changes(),
                null));
  }

  /// A child's inputs to its parent are not sent.
  static Store sayNothing(Store inner) {
    return without(inner, Catalog.Change.MessageSent.class);
  }

  /// A call is paid for twice.
  static Store payTwice(Store inner) {
    return BugInjection.rewriting(
        inner,
        append -> {
          var changes = new ArrayList<>(append.changes());
          append.changes().stream()
              .filter(Catalog.Change.AccountSettled.class::isInstance)
              .forEach(changes::add);
          return BugInjection.with(append, changes);
        });
  }

  /// An account never refuses.
  static Store neverRefuse(Store inner) {
    return new StoreWrapper(inner) {
      @Override
      public AccountStore accounts() {
        return BugInjection.replacing(
            AccountStore.class,
            super.accounts(),
            "reserve",
            (arguments, result) ->
                result instanceof Reservation.Refused
                    ? new Reservation.Granted(((ReservationRequest) arguments[0]).need(), List.of())
                    : result);
      }
    };
  }

  /// No session seems to have an owner.
  static Store holdNothing(Store inner) {
    return new StoreWrapper(inner) {
      @Override
      public Leases leases() {
        return BugInjection.replacing(
            Leases.class, super.leases(), "holder", (_, _) -> Optional.empty());
      }
    };
  }

  /// Items that are put into an inbox are lost.
  static Store loseInboxItems(Store inner) {
    return new StoreWrapper(inner) {
      @Override
      public Inbox inbox() {
        return BugInjection.replacing(
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
    return BugInjection.reading(
        inner,
        (journal, session, after, limit) ->
            journal.read(session, after, limit).map(PlatformBugs::shortened));
  }

  /// The end of a run is not in any list.
  static Store forgetAnEnd(Store inner) {
    return without(inner, Catalog.Change.RunFinished.class);
  }

  /// Lists are ordered by name.
  static Store listByName(Store inner) {
    return new StoreWrapper(inner) {
      @Override
      public Catalog catalog() {
        return BugInjection.replacing(
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

  /// A lease does not expire.
  static Store stayForEver(Store inner) {
    return new StoreWrapper(inner) {
      @Override
      public Leases leases() {
        return new LeasesWrapper(super.leases()) {
          @Override
          public Optional<Lease> holder(SessionId session) {
            return super.holder(session).map(PlatformBugs::forEver);
          }

          @Override
          public List<Lease> processes() {
            return super.processes().stream().map(PlatformBugs::forEver).toList();
          }
        };
      }
    };
  }

  private static Leases.Lease forEver(Leases.Lease lease) {
    return new Leases.Lease(lease.owner(), lease.until(), ChronoUnit.FOREVER.getDuration());
  }

  /// A fork does not have the events before it.
  static Store forkNothing(Store inner) {
    return BugInjection.reading(
        inner,
        (journal, session, after, limit) ->
            journal.read(session, after, limit).map(PlatformBugs::unshared));
  }

  private static Store without(Store inner, Class<? extends Catalog.Change> kind) {
    return BugInjection.rewriting(
        inner,
        append ->
            BugInjection.with(
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
