package dev.drover.internal.session;

import dev.drover.internal.commit.SessionCommitter;
import dev.drover.internal.inbox.InputForwarder;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.inbox.WriterMessages;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.state.KnownState;
import dev.drover.internal.state.OwnedRuns;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.SessionUnavailable.SessionBusy;

/// Handles requests of callers: inputs, prompts, direct calls, forks. A request that this process
/// may not append is refused, or forwarded to the process that drives the session. Belongs to the
/// session's writer.
public record RequestHandler(
    KnownState state,
    OwnedRuns driving,
    SessionOwnership ownership,
    SessionCommitter committer,
    UsedRunKeys keys,
    InputForwarder forwarding,
    SessionRelease release) {
  WriterReply input(Input input) {
    if (!state.loadIfNeeded()) {
      if (!(input instanceof Input.Opened)) {
        return notFound();
      }
      state.hold(SessionState.NEW);
    }
    if (needsNoDriver(input) || ownership.acquire()) {
      return committer.commit(input, null);
    }
    return input instanceof Input.HandOffRequested ? elsewhere() : forwarded(input);
  }

  /// Opening changes nothing of a session that exists, and a run that no process drives can be
  /// cancelled by a process that could not drive it.
  private boolean needsNoDriver(Input input) {
    return input instanceof Input.Opened
        || (input instanceof Input.CancelRequested && ownership.isFree());
  }

  /// Changes nothing of a session that exists.
  WriterReply fork(SessionState place, Input.Forked input) {
    if (!state.loadIfNeeded()) {
      state.begin(place);
    }
    return committer.commit(input, null);
  }

  WriterReply prompt(WriterMessage.SubmitPrompt message) {
    if (!state.loadIfNeeded()) {
      return notFound();
    }
    var input = message.input();
    var earlier = keys.earlier(input);
    if (earlier != null) {
      // The sender may have repeated the prompt because the store failed, and then no process may
      // drive the run.
      if (!ownership.acquire()) {
        state.forget();
      }
      return earlier;
    }
    if (!ownership.acquire()) {
      return input.whenBusy() == WhenBusy.REFUSE ? elsewhere() : forwarded(input);
    }
    var going = state.requireLoaded().running();
    var reply = committer.commit(input, null);
    if (!(reply instanceof WriterReply.Committed)) {
      return reply;
    }
    if (going.isPresent() && input.whenBusy() == WhenBusy.STEER) {
      return new WriterReply.Existing(going.get().run());
    }
    // The first answer is a message that waits for this thread: a run that has already ended had no
    // budget left.
    if (state.requireLoaded().isUnfinished(message.ticket().run())) {
      driving.addRunWaiter(message.ticket());
    } else {
      message.ticket().ownershipLost("it has ended");
    }
    return reply;
  }

  WriterReply call(WriterMessage.SubmitDirectCall message) {
    if (!state.loadIfNeeded() || !ownership.acquire()) {
      message.ticket().ownershipLost("no call was made");
      return state.loadIfNeeded() ? elsewhere() : notFound();
    }
    // Before the decision: a refused call has already ended after it.
    driving.addCall(message.ticket());
    boolean isMade = false;
    try {
      var reply = committer.commit(message.input(), null);
      isMade = reply instanceof WriterReply.Committed;
      return reply;
    } finally {
      if (!isMade) {
        driving.removeCall(message.ticket());
      }
    }
  }

  WriterReply show() {
    return state.loadIfNeeded() ? new WriterReply.Committed(state.requireLoaded()) : notFound();
  }

  /// Ends the work that is driven here. Work that no process drives need not be taken over for
  /// that.
  WriterReply end() {
    if (!state.loadIfNeeded()) {
      return notFound();
    }
    if (!ownership.isOwn() && !ownership.isFree()) {
      return elsewhere();
    }
    if (ownership.isOwn() && state.requireLoaded().hasOpenWork()) {
      committer.commit(WriterMessages.closing(), null);
    }
    return new WriterReply.Committed(state.requireLoaded());
  }

  WriterReply delete() {
    // An input may have arrived since the work was ended.
    var ended = end();
    if (ended instanceof WriterReply.Committed(var last)) {
      release.delete(last.position().seq());
    }
    return ended;
  }

  private WriterReply forwarded(Input input) {
    state.forget();
    return forwarding.forward(session(), input);
  }

  private WriterReply elsewhere() {
    state.forget();
    return new WriterReply.Refused(new SessionBusy(session(), "another process drives its run"));
  }

  /// The session is unloaded before the sender gets the reply.
  private WriterReply notFound() {
    release.leaveIfUnused();
    return new WriterReply.Refused(new SessionNotFound(session()));
  }

  private SessionId session() {
    return state.session();
  }
}
