package dev.drover.internal.session;

import dev.drover.internal.commit.SessionCommitter;
import dev.drover.internal.dispatch.DueEffects;
import dev.drover.internal.inbox.LoadedSessions;
import dev.drover.internal.inbox.SessionMessages;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.inbox.WriterMessages;
import dev.drover.internal.state.KnownState;
import dev.drover.internal.state.OwnedRuns;
import dev.drover.kernel.machine.SessionState;

/// Whether this process may write to a session: the session has no work in progress, or this
/// process drives it, or the process that drove it is dead and this one takes over. That is advice;
/// the conditional append is the authority. Belongs to the session's writer.
public record SessionOwnership(
    KnownState state,
    OwnedRuns driving,
    TakeoverRules rules,
    LoadedSessions loaded,
    SessionCommitter committer,
    DueEffects dispatch,
    SessionMessages messages) {
  /// Whether this process has appended last, as far as it knows, and need not take over anything.
  boolean isOwn() {
    var now = state.currentState();
    return now != null && driving.ownsAll(now);
  }

  /// Whether no living process but this one drives the session.
  boolean isFree() {
    return rules.isFree(state.session());
  }

  /// Whether an agent of this process can drive the session.
  boolean isAble() {
    return rules.isAble(state.requireLoaded());
  }

  /// Takes over work in progress if its process is dead. Inputs may be waiting that no process has
  /// consumed, so this process reads the inbox next.
  ///
  /// @return whether this process may write
  boolean acquire() {
    if (driving.ownsAll(state.requireLoaded())) {
      return true;
    }
    boolean isTakenOver = takeOver();
    if (isTakenOver) {
      messages.submit(state.session(), new WriterMessage.CheckInbox());
    }
    return isTakenOver;
  }

  /// As [#acquire], for callers that read the inbox anyway, or need not.
  boolean acquireQuietly() {
    return driving.ownsAll(state.requireLoaded()) || takeOver();
  }

  /// @return false if another process drives it, or no agent here can
  private boolean takeOver() {
    var session = state.session();
    if (!isAble() || !isFree()) {
      return false;
    }
    boolean wasHere = loaded.isParked(session, state.requireLoaded().position().seq());
    driving.takeOver(state.requireLoaded());
    if (!wasHere) {
      recover();
    }
    dispatch.dispatchDue();
    return true;
  }

  /// Until the takeover is appended, nothing is done here: effects that were started may have
  /// happened.
  private void recover() {
    boolean isRecovered = false;
    try {
      committer.commit(rules.recovered(state.session(), state.requireLoaded()), null);
      isRecovered = true;
    } finally {
      if (!isRecovered) {
        driving.releaseAll("the session was not taken over");
      }
    }
  }

  /// This process has just appended the beginning of the session.
  void begun(SessionState now) {
    if (state.currentState() == null) {
      state.hold(now);
    }
    // Unless another message was faster and has taken it over.
    if (state.requireLoaded().position().seq() == now.position().seq()) {
      driving.takeOver(now);
      dispatch.dispatchDue();
    }
  }

  /// Ends the work in progress, if this process may.
  void endAll() {
    if (state.loadIfNeeded() && state.requireLoaded().hasOpenWork() && acquireQuietly()) {
      committer.commit(WriterMessages.closing(), null);
    }
  }
}
