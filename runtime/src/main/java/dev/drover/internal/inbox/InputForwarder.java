package dev.drover.internal.inbox;

import dev.drover.internal.cluster.ProcessLease;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.problem.SessionUnavailable.SessionDeleted;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.time.Time;
import java.util.Objects;
import java.util.Optional;

/// Puts inputs into the inbox for the process that drives a session, and reads what happened to
/// them.
///
/// @param bound how many inputs may wait for one session
public record InputForwarder(
    Inbox inbox,
    InboxItemCodec items,
    SessionMessages messages,
    ProcessLease presence,
    Time time,
    int bound) {
  private static final int FATE_LOOKS = 20;

  public WriterReply forward(SessionId session, Input input) {
    var id = new InputId(time.freshId("i-"));
    return switch (inbox.put(items.encode(session, id, input), bound)) {
      case ACCEPTED, DUPLICATE -> new WriterReply.Forwarded(id);
      case FULL, CONFLICT -> new WriterReply.Refused(new SessionBusy(session, "its inbox is full"));
      case NO_SUCH_SESSION -> new WriterReply.Refused(new SessionNotFound(session));
    };
  }

  /// Moves an input from the inbox of a session that was handed off to the inbox of its successor.
  /// Idempotent. If the successor was deleted, the input is settled as such.
  public void passOn(Inbox.Item item, SessionState handedOn) {
    var next = Objects.requireNonNull(handedOn.records().chain().successor());
    var there = new Inbox.Item(next, item.id(), item.body(), item.at());
    switch (inbox.put(there, Integer.MAX_VALUE)) {
      case NO_SUCH_SESSION -> settle(item, new SessionDeleted(next).problem().toString());
      case ACCEPTED, DUPLICATE, CONFLICT, FULL -> {
        settle(item, "the conversation goes on in session " + next);
        wake(next);
      }
    }
  }

  /// Makes a session read its inbox.
  public void wake(SessionId session) {
    messages.submit(session, new WriterMessage.CheckInbox());
  }

  private void settle(Inbox.Item item, String why) {
    inbox.settle(item.session(), item.id(), why);
  }

  /// Waits for a short time.
  public Optional<Inbox.InputStatus> fate(SessionId session, InputId input) {
    var fate = inbox.status(session, input);
    for (int i = 1;
        i <= FATE_LOOKS && fate.isPresent() && isOpen(fate.get()) && !presence.readIsFree(session);
        i++) {
      WriterProblems.pause(time, 1);
      fate = inbox.status(session, input);
    }
    return fate;
  }

  private static boolean isOpen(Inbox.InputStatus fate) {
    return fate instanceof Inbox.InputStatus.Waiting;
  }
}
