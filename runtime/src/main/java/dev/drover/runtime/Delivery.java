package dev.drover.runtime;

import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Input;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.writer.Reply;
import dev.drover.spi.store.Inbox.Fate;
import dev.drover.spi.store.InputId;
import java.time.Instant;

/// What became of something that was said to a session from anywhere.
sealed interface Delivery {
  /// @param at the time of the events that it led to
  record Counted(Instant at) implements Delivery {}

  /// It changed nothing.
  record Ignored() implements Delivery {}

  /// Whoever said it may not.
  record NotAllowed() implements Delivery {}

  /// It is durable and will be taken by whoever drives the session next.
  record LeftInInbox() implements Delivery {}

  static Delivery of(Drover drover, SessionId session, Input input) {
    return switch (drover.tell(session, input)) {
      case Reply.Committed(var state) -> new Counted(state.position().at());
      case Reply.Ignored(var why, _) when why == Why.NOT_ALLOWED -> new NotAllowed();
      case Reply.Ignored _, Reply.Existing _ -> new Ignored();
      case Reply.Forwarded(var left) -> of(drover, session, left);
      case Reply.Refused(var problem) -> throw problem;
    };
  }

  /// Of something that was left in the inbox.
  static Delivery of(Drover drover, SessionId session, InputId left) {
    return drover
        .engine()
        .forwarding()
        .fate(session, left)
        .map(fate -> of(drover, session, fate))
        .orElseGet(LeftInInbox::new);
  }

  private static Delivery of(Drover drover, SessionId session, Fate fate) {
    return switch (fate) {
      case Fate.Consumed(var seq) -> new Counted(at(drover, session, seq));
      case Fate.Ignored _ -> new Ignored();
      case Fate.Waiting _ -> new LeftInInbox();
    };
  }

  /// Of an event that was trimmed meanwhile nobody knows the time; it is not later than now.
  private static Instant at(Drover drover, SessionId session, long seq) {
    return drover.archive().page(new Cursor(session, seq - 1), 1).items().stream()
        .findFirst()
        .map(happened -> happened.entry().at())
        .orElseGet(drover.engine().time()::now);
  }
}
