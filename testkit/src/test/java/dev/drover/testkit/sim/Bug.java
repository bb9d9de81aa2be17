package dev.drover.testkit.sim;

import dev.drover.codec.StateCodec;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Event;
import dev.drover.kernel.Input;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.TaskEnd;
import dev.drover.kernel.TaskStatus;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.spi.store.Accounts;
import dev.drover.spi.store.Accounts.Claim;
import dev.drover.spi.store.Accounts.Grant;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.AppendConflict;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Store;
import dev.drover.testkit.JournalWrapper;
import dev.drover.testkit.StoreWrapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Bugs that are planted to see whether they are found, each by the law that it breaks. Each is one
/// that somebody could really write. Some are in the ground that all processes stand on; others are
/// between a runtime and that ground, where they look like decisions of the runtime; the last ones
/// are in tools, in rules and in the clock.
enum Bug {
  NONE(""),
  /// Two write after the same event, and both are told that they did.
  SWALLOW_CONFLICTS("A2") {
    @Override
    Store plantedIn(Store inner) {
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
  },
  /// Now and then what was reported as written is not.
  FORGET_A_WRITE("A3") {
    @Override
    Store plantedIn(Store inner) {
      var count = new AtomicInteger();
      return Planting.appending(
          inner,
          (append, write) -> {
            if (count.incrementAndGet() % 19 != 0 || append.after() == 0) {
              write.accept(append);
            }
          });
    }
  },
  /// An append is reported before it is written, and written when the next one comes.
  WRITE_BEHIND("A3") {
    @Override
    Store plantedIn(Store inner) {
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
  },
  /// The input that caused an append is not marked as taken.
  LEAVE_THE_LETTER("A13") {
    @Override
    Store plantedIn(Store inner) {
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
  },
  /// What a child says to its parent is not sent.
  SAY_NOTHING("F1") {
    @Override
    Store plantedIn(Store inner) {
      return without(inner, Change.MessageSent.class);
    }
  },
  /// A call is paid for twice.
  PAY_TWICE("F5") {
    @Override
    Store plantedIn(Store inner) {
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
  },
  /// An account never says no.
  NEVER_REFUSE("E7") {
    @Override
    Store plantedIn(Store inner) {
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
  },
  /// Nobody seems to hold anything.
  HOLD_NOTHING("A2") {
    @Override
    Store plantedIn(Store inner) {
      return new StoreWrapper(inner) {
        @Override
        public Leases leases() {
          return Planting.replacing(
              Leases.class, super.leases(), "holder", (_, _) -> Optional.empty());
        }
      };
    }
  },
  /// What is put into an inbox is not there.
  LOSE_THE_LETTER("A13") {
    @Override
    Store plantedIn(Store inner) {
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
  },
  /// The last event is not read.
  READ_SHORT("A12") {
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
  CALL_TWICE("A14"),
  /// The end of a run is not in any list.
  FORGET_AN_END("A3") {
    @Override
    Store plantedIn(Store inner) {
      return without(inner, Change.RunFinished.class);
    }
  },
  /// What is listed is in the order of its name.
  LIST_BY_NAME("A11") {
    @Override
    Store plantedIn(Store inner) {
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
  },
  /// A lease does not run out.
  STAY_FOR_EVER("A12") {
    @Override
    Store plantedIn(Store inner) {
      return new StoreWrapper(inner) {
        @Override
        public Leases leases() {
          return Planting.replacing(
              Leases.class,
              super.leases(),
              "holder",
              (_, result) ->
                  ((Optional<?>) result)
                      .map(Leases.Lease.class::cast)
                      .map(lease -> new Leases.Lease(lease.owner(), Instant.MAX)));
        }
      };
    }
  },
  /// A fork does not have what was said before it.
  FORK_NOTHING("X") {
    @Override
    Store plantedIn(Store inner) {
      return new StoreWrapper(inner) {
        @Override
        public Journal journal() {
          return new JournalWrapper(super.journal()) {
            @Override
            public Optional<Slice> read(SessionId session, long after, int limit) {
              return super.read(session, after, limit).map(Bug::unshared);
            }
          };
        }
      };
    }
  },
  /// Whoever ends a run is not the one who is written down.
  BLAME_ANOTHER("A6") {
    @Override
    Store plantedAbove(Store inner) {
      return Planting.deciding(
          inner,
          (_, event) ->
              event
                      instanceof
                      Event.RunFinished(var run, RunOutcome.Cancelled(_, var why), var usage)
                  ? new Event.RunFinished(run, new RunOutcome.Cancelled("someone", why), usage)
                  : event);
    }
  },
  /// All that is over is dropped, however much is to be kept.
  DROP_ALL("A8") {
    @Override
    Store plantedAbove(Store inner) {
      return new StoreWrapper(inner) {
        @Override
        public Journal journal() {
          return new JournalWrapper(super.journal()) {
            @Override
            public long trim(SessionId session, Snapshot snapshot, List<Stretch> dropped) {
              return super.trim(session, snapshot, List.of(new Stretch(1, snapshot.seq())));
            }
          };
        }
      };
    }
  },
  /// What is saved is a fold of something else.
  SAVE_ANOTHER("A3") {
    @Override
    Store plantedAbove(Store inner) {
      var states = new StateCodec();
      return new StoreWrapper(inner) {
        @Override
        public Journal journal() {
          return new JournalWrapper(super.journal()) {
            @Override
            public long trim(SessionId session, Snapshot snapshot, List<Stretch> dropped) {
              var state = states.decode(snapshot.state().array());
              var at = state.position();
              var later = new Recorded(at.seq() + 1, at.at(), new Event.HistoryCleared("bug"));
              var saved = Bytes.of(states.encode(state.after(later)));
              return super.trim(session, new Snapshot(snapshot.seq(), saved), dropped);
            }
          };
        }
      };
    }
  },
  /// A small page has one event more than was asked for.
  READ_ONE_MORE("A9") {
    @Override
    Store plantedAbove(Store inner) {
      return new StoreWrapper(inner) {
        @Override
        public Journal journal() {
          return new JournalWrapper(super.journal()) {
            @Override
            public Optional<Slice> read(SessionId session, long after, int limit) {
              return super.read(session, after, limit > 1 && limit < 8 ? limit + 1 : limit);
            }
          };
        }
      };
    }
  },
  /// Who was only stopped is told that he was refused.
  REFUSE_THE_STOPPED("B4") {
    @Override
    Store plantedAbove(Store inner) {
      return Planting.deciding(
          inner,
          (_, event) ->
              event instanceof Event.ToolSettled settled
                      && settled.outcome() instanceof ToolOutcome.Cancelled(var why)
                  ? new Event.ToolSettled(
                      settled.run(), settled.effect(), new ToolOutcome.Denied("user", why))
                  : event);
    }
  },
  /// Who closes a session is not told that the end of its run was not written.
  CLOSE_NOTHING("B5") {
    @Override
    Store plantedAbove(Store inner) {
      return Planting.appending(
          inner,
          (append, write) -> {
            if (Planting.events(append).stream().noneMatch(Bug::isClosing)) {
              write.accept(append);
            }
          });
    }
  },
  /// A child hears that somebody else's work is not wanted any more.
  STOP_ANOTHER("B6") {
    @Override
    Store plantedAbove(Store inner) {
      return Planting.saying(
          inner,
          input ->
              input instanceof Input.CancelRequested(_, var by, var why, var partial)
                  ? new Input.CancelRequested(new RunId("another"), by, why, partial)
                  : input);
    }
  },
  /// A child does not draw on the account of its parent.
  PAY_FOR_NO_CHILD("F2") {
    @Override
    Store plantedAbove(Store inner) {
      return Planting.deciding(
          inner,
          (session, event) ->
              event instanceof Event.RunAccepted(var run, var prompt, var limits)
                      && run.value().equals(session.value())
                  ? new Event.RunAccepted(run, prompt, limits.with(Budgets.NONE))
                  : event);
    }
  },
  /// What a child says is not what its parent hears.
  HEAR_ANOTHER("F3") {
    @Override
    Store plantedAbove(Store inner) {
      return Planting.saying(
          inner,
          input ->
              input instanceof Input.TaskFinished(var child, var end)
                  ? new Input.TaskFinished(
                      child,
                      new TaskEnd(end.status(), Text.of("well"), end.usage(), Text.of("well")))
                  : input);
    }
  },
  /// Whatever becomes of a child, its parent hears that all is well.
  ALL_IS_WELL("F4") {
    @Override
    Store plantedAbove(Store inner) {
      return Planting.saying(
          inner,
          input ->
              input instanceof Input.TaskFinished(var child, var end)
                  ? new Input.TaskFinished(
                      child, new TaskEnd(TaskStatus.COMPLETED, end.text(), end.usage(), end.note()))
                  : input);
    }
  },
  /// What a reply has cost is not written down.
  FORGET_THE_BILL("F5") {
    @Override
    Store plantedAbove(Store inner) {
      return Planting.deciding(
          inner,
          (_, event) ->
              event instanceof Event.ModelReplied(var run, var effect, var reply)
                  ? new Event.ModelReplied(
                      run, effect, new ModelReply(reply.blocks(), reply.stop(), Usage.NONE))
                  : event);
    }
  },
  /// Nobody has to be asked for anything.
  ASK_NOBODY("E1"),
  /// Whoever waits for longer than some seconds is not woken.
  NEVER_RING("A12");

  private final String law;

  /// @param law that it breaks, by which it is found
  Bug(String law) {
    this.law = law;
  }

  String law() {
    return law;
  }

  /// The store as all processes share it.
  Store plantedIn(Store inner) {
    return inner;
  }

  /// The store as the runtime of one process has it: what goes wrong here is as if the runtime had
  /// done it.
  Store plantedAbove(Store inner) {
    return inner;
  }

  private static boolean isClosing(Recorded entry) {
    return entry.event() instanceof Event.RunFinished(_, RunOutcome.Cancelled(var by, _), _)
        && by.equals("close");
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
