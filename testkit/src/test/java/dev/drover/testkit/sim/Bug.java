package dev.drover.testkit.sim;

import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Accounts;
import dev.drover.spi.store.Accounts.Claim;
import dev.drover.spi.store.Accounts.Grant;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.AppendConflict;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Store;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Bugs that are planted to see whether they are found. Each is one that somebody could really
/// write; all of them are outside the runtime, which does what it should on ground that gives way.
enum Bug {
  NONE,
  /// Two write after the same event, and both are told that they did.
  SWALLOW_CONFLICTS {
    @Override
    Store plantedIn(Store inner) {
      return appending(
          inner,
          (append, write) -> {
            try {
              write.accept(append);
            } catch (AppendConflict _) {
              // As if it had been written.
            }
          });
    }
  },
  /// Now and then what was reported as written is not.
  FORGET_A_WRITE {
    @Override
    Store plantedIn(Store inner) {
      var count = new AtomicInteger();
      return appending(
          inner,
          (append, write) -> {
            if (count.incrementAndGet() % 19 != 0 || append.after() == 0) {
              write.accept(append);
            }
          });
    }
  },
  /// An append is reported before it is written, and written when the next one comes.
  WRITE_BEHIND {
    @Override
    Store plantedIn(Store inner) {
      var late = new ArrayList<Append>();
      return appending(
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
  },
  /// The input that caused an append is not marked as taken.
  LEAVE_THE_LETTER {
    @Override
    Store plantedIn(Store inner) {
      return rewriting(
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
  },
  /// What a child says to its parent is not sent.
  SAY_NOTHING {
    @Override
    Store plantedIn(Store inner) {
      return rewriting(
          inner,
          append ->
              changed(
                  append,
                  append.changes().stream()
                      .filter(change -> !(change instanceof Change.MessageSent))
                      .toList()));
    }
  },
  /// A call is paid for twice.
  PAY_TWICE {
    @Override
    Store plantedIn(Store inner) {
      return rewriting(
          inner,
          append -> {
            var changes = new ArrayList<>(append.changes());
            append.changes().stream()
                .filter(Change.AccountSettled.class::isInstance)
                .forEach(changes::add);
            return changed(append, changes);
          });
    }
  },
  /// An account never says no.
  NEVER_REFUSE {
    @Override
    Store plantedIn(Store inner) {
      return new StoreWrapper(inner) {
        @Override
        public Accounts accounts() {
          return replacing(
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
  },
  /// Nobody seems to hold anything.
  HOLD_NOTHING {
    @Override
    Store plantedIn(Store inner) {
      return new StoreWrapper(inner) {
        @Override
        public Leases leases() {
          return replacing(Leases.class, super.leases(), "holder", (_, _) -> Optional.empty());
        }
      };
    }
  },
  /// What is put into an inbox is not there.
  LOSE_THE_LETTER {
    @Override
    Store plantedIn(Store inner) {
      return new StoreWrapper(inner) {
        @Override
        public Inbox inbox() {
          return replacing(
              Inbox.class,
              super.inbox(),
              "waiting",
              (_, result) ->
                  result instanceof List<?> all && all.size() > 1 ? all.subList(0, 1) : List.of());
        }
      };
    }
  },
  /// The last event is not read.
  READ_SHORT {
    @Override
    Store plantedIn(Store inner) {
      return new StoreWrapper(inner) {
        @Override
        public Journal journal() {
          return new JournalWrapper(super.journal()) {
            @Override
            public Optional<Slice> read(SessionId session, long after, int limit) {
              return super.read(session, after, limit).map(Bug::shortened);
            }
          };
        }
      };
    }
  },
  /// A tool does what it does two times for one call.
  CALL_TWICE;

  /// What an append meets instead of the journal.
  private interface Appending {
    void append(Append append, Consumer<Append> write);
  }

  private interface Answering {
    Object answer(Object[] arguments, Object result);
  }

  Store plantedIn(Store inner) {
    return inner;
  }

  private static Journal.Slice shortened(Journal.Slice slice) {
    var entries = slice.entries();
    if (entries.size() < 12) {
      return slice;
    }
    return new Journal.Slice(
        entries.subList(0, entries.size() - 1), slice.first(), slice.tail() - 1, slice.shared());
  }

  private static Append changed(Append append, List<Change> changes) {
    return new Append(
        append.session(),
        append.after(),
        append.entries(),
        append.owner(),
        changes,
        append.consumed());
  }

  private static Store rewriting(Store inner, UnaryOperator<Append> change) {
    return appending(inner, (append, write) -> write.accept(change.apply(append)));
  }

  private static Store appending(Store inner, Appending instead) {
    return new StoreWrapper(inner) {
      @Override
      public Journal journal() {
        var journal = super.journal();
        return new JournalWrapper(journal) {
          @Override
          public void append(Append append) {
            instead.append(append, journal::append);
          }
        };
      }
    };
  }

  /// A port of which one method answers otherwise.
  private static <T> T replacing(Class<T> port, T inner, String name, Answering instead) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (_, method, arguments) -> {
              try {
                var result = method.invoke(inner, arguments);
                return method.getName().equals(name) ? instead.answer(arguments, result) : result;
              } catch (InvocationTargetException thrown) {
                throw thrown.getTargetException();
              }
            }));
  }
}
