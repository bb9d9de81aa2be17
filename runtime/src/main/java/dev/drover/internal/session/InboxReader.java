package dev.drover.internal.session;

import dev.drover.internal.commit.SessionCommitter;
import dev.drover.internal.inbox.InboxItemCodec;
import dev.drover.internal.inbox.InputForwarder;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.state.KnownState;
import dev.drover.internal.state.OwnedRuns;
import dev.drover.kernel.machine.Input;
import dev.drover.spi.store.Inbox;

/// Takes over a session that no process drives, and consumes the inputs in its inbox. Belongs to
/// the session's writer.
public record InboxReader(
    KnownState state,
    OwnedRuns driving,
    SessionOwnership ownership,
    SessionCommitter committer,
    Inbox inbox,
    InboxItemCodec items,
    UsedRunKeys keys,
    InputForwarder forwarding) {
  private static final int PAGE = 64;

  /// As [#read], from the state in the journal: the known state of a session that is not driven
  /// here may be old.
  WriterMessage.TakeoverResult readAgain(SessionRelease release) {
    if (!driving.hasWork()) {
      state.forget();
    }
    return read(release);
  }

  WriterMessage.TakeoverResult read(SessionRelease release) {
    if (!state.loadIfNeeded()) {
      release.leaveIfUnused();
      return WriterMessage.TakeoverResult.TAKEN;
    }
    if (!ownership.acquireQuietly()) {
      boolean isAble = ownership.isAble();
      state.forget();
      return isAble ? WriterMessage.TakeoverResult.NOT_NOW : WriterMessage.TakeoverResult.UNABLE;
    }
    for (var item : inbox.waiting(state.session(), PAGE)) {
      take(item);
    }
    // An effect may have waited for its time.
    committer.dispatch().dispatchDue();
    var next = state.requireLoaded().records().chain().successor();
    if (next != null) {
      // The process that handed off may not know that it did, and then no process drives the
      // successor.
      forwarding.wake(next);
    }
    return WriterMessage.TakeoverResult.TAKEN;
  }

  private void take(Inbox.Item item) {
    var input = items.decode(item);
    if (input instanceof Input.Prompted prompted && keys.earlier(prompted) != null) {
      inbox.settle(state.session(), item.id(), "its key was used before");
    } else if (input instanceof Input.Prompted
        && state.requireLoaded().records().chain().successor() != null) {
      forwarding.passOn(item, state.requireLoaded());
    } else {
      committer.commit(input, item.id());
    }
  }
}
