package dev.drover.runtime.writer;

import dev.drover.kernel.Input;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.problem.SessionDeleted;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.InputId;
import java.util.Objects;
import java.util.Optional;

/// Leaves inputs for the process that drives a session, or will, and finds out what became of them.
public record Forwarding(Engine engine) {
  private static final int FATE_LOOKS = 20;

  Reply forward(SessionId session, Input input) {
    var time = engine.time();
    var id = new InputId(time.freshId("i-"));
    var body = Bytes.of(engine.inputs().encode(engine.redactions().of(input)));
    var item = new Inbox.Item(session, id, body, time.now());
    return switch (engine.inbox().put(item, engine.options().inbox())) {
      case ACCEPTED, DUPLICATE -> new Reply.Forwarded(id);
      case FULL, CONFLICT -> new Reply.Refused(new SessionBusy(session, "its inbox is full"));
      case NO_SUCH_SESSION -> new Reply.Refused(new SessionNotFound(session));
    };
  }

  /// Whoever waits in the inbox of a session that has handed its conversation on, waits in that of
  /// its successor from here on. Done twice, it is one item there. If the successor was deleted,
  /// nobody hears it, and that is what is kept of it.
  void passOn(Inbox.Item item, SessionState handedOn) {
    var next = Objects.requireNonNull(handedOn.annals().chain().next());
    var there = new Inbox.Item(next, item.id(), item.body(), item.at());
    switch (engine.inbox().put(there, Integer.MAX_VALUE)) {
      case NO_SUCH_SESSION -> settle(item, new SessionDeleted(next).problem().toString());
      case ACCEPTED, DUPLICATE, CONFLICT, FULL -> {
        settle(item, "the conversation goes on in session " + next);
        engine.tell(next, new Letter.Look());
      }
    }
  }

  private void settle(Inbox.Item item, String why) {
    engine.inbox().settle(item.session(), item.id(), why);
  }

  /// Waits for it, but not for long.
  public Optional<Inbox.Fate> fate(SessionId session, InputId input) {
    var inbox = engine.inbox();
    var fate = inbox.fate(session, input);
    for (int i = 1;
        i <= FATE_LOOKS && fate.isPresent() && isOpen(fate.get()) && !engine.isFree(session);
        i++) {
      WriterProblems.pause(engine.time(), 1);
      fate = inbox.fate(session, input);
    }
    return fate;
  }

  private static boolean isOpen(Inbox.Fate fate) {
    return fate instanceof Inbox.Fate.Waiting;
  }
}
