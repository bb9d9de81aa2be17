package dev.drover.testkit.sim;

import dev.drover.codec.StateCodec;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.TaskOutcome;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Store;
import dev.drover.testkit.StoreWrapper;
import java.util.List;

/// Bugs between a runtime and its store, which look like decisions of the runtime.
final class RuntimeBugs {
  private RuntimeBugs() {}

  /// The wrong person is recorded as the one who ended a run.
  static Store blameAnother(Store inner) {
    return BugInjection.deciding(
        inner,
        (_, event) ->
            event instanceof Event.RunFinished(var run, RunOutcome.Cancelled(_, var why), var usage)
                ? new Event.RunFinished(run, new RunOutcome.Cancelled("someone", why), usage)
                : event);
  }

  /// All ended runs are dropped, however many should be kept.
  static Store dropAll(Store inner) {
    return BugInjection.trimming(
        inner,
        (journal, session, snapshot, _) ->
            journal.trim(session, snapshot, List.of(new Journal.EventRange(1, snapshot.seq()))));
  }

  /// The saved snapshot is of another state.
  static Store saveAnother(Store inner) {
    var states = new StateCodec();
    return BugInjection.trimming(
        inner,
        (journal, session, snapshot, dropped) -> {
          var state = states.decode(snapshot.state().array());
          var at = state.position();
          var later = new RecordedEvent(at.seq() + 1, at.at(), new Event.HistoryCleared("bug"));
          var saved = Bytes.of(states.encode(state.after(later)));
          return journal.trim(session, new Journal.Snapshot(snapshot.seq(), saved), dropped);
        });
  }

  /// A small page has one event more than requested.
  static Store readOneMore(Store inner) {
    return BugInjection.reading(
        inner,
        (journal, session, after, limit) ->
            journal.read(session, after, limit > 1 && limit < 8 ? limit + 1 : limit));
  }

  /// A cancelled call is reported as refused.
  static Store refuseTheStopped(Store inner) {
    return BugInjection.deciding(
        inner,
        (_, event) ->
            event instanceof Event.ToolSettled settled
                    && settled.outcome() instanceof ToolOutcome.Cancelled(var why)
                ? new Event.ToolSettled(
                    settled.run(), settled.effect(), new ToolOutcome.Denied("user", why))
                : event);
  }

  /// Sessions without a driver are not scanned for.
  static Store neverTakeOver(Store inner) {
    return new StoreWrapper(inner) {
      @Override
      public Leases leases() {
        return BugInjection.replacing(
            Leases.class, super.leases(), "unattended", (_, _) -> List.of());
      }
    };
  }

  /// Unread inboxes are not scanned for.
  static Store neverHear(Store inner) {
    return new StoreWrapper(inner) {
      @Override
      public Inbox inbox() {
        return BugInjection.replacing(
            Inbox.class, super.inbox(), "unconsumed", (_, _) -> List.of());
      }
    };
  }

  /// A close does not report that the end of the run was not written.
  static Store closeNothing(Store inner) {
    return BugInjection.appending(
        inner,
        (append, write) -> {
          if (BugInjection.events(append).stream().noneMatch(RuntimeBugs::isClosing)) {
            write.accept(append);
          }
        });
  }

  /// A child is cancelled in place of another one.
  static Store stopAnother(Store inner) {
    return BugInjection.saying(
        inner,
        input ->
            input instanceof Input.CancelRequested(_, var by, var why, var partial)
                ? new Input.CancelRequested(new RunId("another"), by, why, partial)
                : input);
  }

  /// A child does not use the account of its parent.
  static Store payForNoChild(Store inner) {
    return BugInjection.deciding(
        inner,
        (session, event) ->
            event instanceof Event.RunAccepted(var run, var prompt, var limits)
                    && run.value().equals(session.value())
                ? new Event.RunAccepted(run, prompt, limits.with(BudgetSet.NONE))
                : event);
  }

  /// A parent receives another answer than the child gave.
  static Store hearAnother(Store inner) {
    return BugInjection.saying(
        inner,
        input ->
            input instanceof Input.TaskFinished(var child, var end)
                ? new Input.TaskFinished(
                    child,
                    new TaskOutcome(end.status(), Text.of("well"), end.usage(), Text.of("well")))
                : input);
  }

  /// A parent receives a success, whatever became of its child.
  static Store allIsWell(Store inner) {
    return BugInjection.saying(
        inner,
        input ->
            input instanceof Input.TaskFinished(var child, var end)
                ? new Input.TaskFinished(
                    child,
                    new TaskOutcome(TaskStatus.COMPLETED, end.text(), end.usage(), end.note()))
                : input);
  }

  /// The usage of a reply is not recorded.
  static Store forgetTheBill(Store inner) {
    return BugInjection.deciding(
        inner,
        (_, event) ->
            event instanceof Event.ModelReplied(var run, var effect, var reply)
                ? new Event.ModelReplied(
                    run, effect, new ModelReply(reply.blocks(), reply.stop(), Usage.NONE))
                : event);
  }

  private static boolean isClosing(RecordedEvent entry) {
    return entry.event() instanceof Event.RunFinished(_, RunOutcome.Cancelled(var by, _), _)
        && by.equals("close");
  }
}
