package dev.drover.testkit.sim;

import dev.drover.codec.StateCodec;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Event;
import dev.drover.kernel.Input;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.TaskEnd;
import dev.drover.kernel.TaskStatus;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Store;
import dev.drover.testkit.StoreWrapper;
import java.util.List;

/// Bugs between a runtime and its ground, where they look like decisions of the runtime.
final class BadRuntime {
  private BadRuntime() {}

  /// Whoever ends a run is not the one who is written down.
  static Store blameAnother(Store inner) {
    return Planting.deciding(
        inner,
        (_, event) ->
            event instanceof Event.RunFinished(var run, RunOutcome.Cancelled(_, var why), var usage)
                ? new Event.RunFinished(run, new RunOutcome.Cancelled("someone", why), usage)
                : event);
  }

  /// All that is over is dropped, however much is to be kept.
  static Store dropAll(Store inner) {
    return Planting.trimming(
        inner,
        (journal, session, snapshot, _) ->
            journal.trim(session, snapshot, List.of(new Journal.Stretch(1, snapshot.seq()))));
  }

  /// What is saved is a fold of something else.
  static Store saveAnother(Store inner) {
    var states = new StateCodec();
    return Planting.trimming(
        inner,
        (journal, session, snapshot, dropped) -> {
          var state = states.decode(snapshot.state().array());
          var at = state.position();
          var later = new Recorded(at.seq() + 1, at.at(), new Event.HistoryCleared("bug"));
          var saved = Bytes.of(states.encode(state.after(later)));
          return journal.trim(session, new Journal.Snapshot(snapshot.seq(), saved), dropped);
        });
  }

  /// A small page has one event more than was asked for.
  static Store readOneMore(Store inner) {
    return Planting.reading(
        inner,
        (journal, session, after, limit) ->
            journal.read(session, after, limit > 1 && limit < 8 ? limit + 1 : limit));
  }

  /// Who was only stopped is told that he was refused.
  static Store refuseTheStopped(Store inner) {
    return Planting.deciding(
        inner,
        (_, event) ->
            event instanceof Event.ToolSettled settled
                    && settled.outcome() instanceof ToolOutcome.Cancelled(var why)
                ? new Event.ToolSettled(
                    settled.run(), settled.effect(), new ToolOutcome.Denied("user", why))
                : event);
  }

  /// What nobody drives is not looked for.
  static Store neverTakeOver(Store inner) {
    return new StoreWrapper(inner) {
      @Override
      public Leases leases() {
        return Planting.replacing(Leases.class, super.leases(), "unattended", (_, _) -> List.of());
      }
    };
  }

  /// What waits in inboxes is not looked for.
  static Store neverHear(Store inner) {
    return new StoreWrapper(inner) {
      @Override
      public Inbox inbox() {
        return Planting.replacing(Inbox.class, super.inbox(), "unheard", (_, _) -> List.of());
      }
    };
  }

  /// Who closes a session is not told that the end of its run was not written.
  static Store closeNothing(Store inner) {
    return Planting.appending(
        inner,
        (append, write) -> {
          if (Planting.events(append).stream().noneMatch(BadRuntime::isClosing)) {
            write.accept(append);
          }
        });
  }

  /// A child hears that somebody else's work is not wanted any more.
  static Store stopAnother(Store inner) {
    return Planting.saying(
        inner,
        input ->
            input instanceof Input.CancelRequested(_, var by, var why, var partial)
                ? new Input.CancelRequested(new RunId("another"), by, why, partial)
                : input);
  }

  /// A child does not draw on the account of its parent.
  static Store payForNoChild(Store inner) {
    return Planting.deciding(
        inner,
        (session, event) ->
            event instanceof Event.RunAccepted(var run, var prompt, var limits)
                    && run.value().equals(session.value())
                ? new Event.RunAccepted(run, prompt, limits.with(Budgets.NONE))
                : event);
  }

  /// What a child says is not what its parent hears.
  static Store hearAnother(Store inner) {
    return Planting.saying(
        inner,
        input ->
            input instanceof Input.TaskFinished(var child, var end)
                ? new Input.TaskFinished(
                    child, new TaskEnd(end.status(), Text.of("well"), end.usage(), Text.of("well")))
                : input);
  }

  /// Whatever becomes of a child, its parent hears that all is well.
  static Store allIsWell(Store inner) {
    return Planting.saying(
        inner,
        input ->
            input instanceof Input.TaskFinished(var child, var end)
                ? new Input.TaskFinished(
                    child, new TaskEnd(TaskStatus.COMPLETED, end.text(), end.usage(), end.note()))
                : input);
  }

  /// What a reply has cost is not written down.
  static Store forgetTheBill(Store inner) {
    return Planting.deciding(
        inner,
        (_, event) ->
            event instanceof Event.ModelReplied(var run, var effect, var reply)
                ? new Event.ModelReplied(
                    run, effect, new ModelReply(reply.blocks(), reply.stop(), Usage.NONE))
                : event);
  }

  private static boolean isClosing(Recorded entry) {
    return entry.event() instanceof Event.RunFinished(_, RunOutcome.Cancelled(var by, _), _)
        && by.equals("close");
  }
}
