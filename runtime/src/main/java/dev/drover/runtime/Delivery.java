package dev.drover.runtime;

import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Input;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.writer.Reply;
import dev.drover.spi.store.Inbox.Fate;

/// What became of something that was said to a session from anywhere.
enum Delivery {
  COUNTED,
  /// It changed nothing.
  IGNORED,
  /// Whoever said it may not.
  NOT_ALLOWED,
  /// It is durable and will be taken by whoever drives the session next.
  LEFT_IN_INBOX;

  static Delivery of(Drover drover, SessionId session, Input input) {
    return switch (drover.tell(session, input)) {
      case Reply.Committed _ -> COUNTED;
      case Reply.Ignored(var why, _) when why == Why.NOT_ALLOWED -> NOT_ALLOWED;
      case Reply.Ignored _, Reply.Existing _ -> IGNORED;
      case Reply.Forwarded(var left) ->
          drover.engine().forwarding().fate(session, left).map(Delivery::of).orElse(LEFT_IN_INBOX);
      case Reply.Refused(var problem) -> throw problem;
    };
  }

  private static Delivery of(Fate fate) {
    return switch (fate) {
      case Fate.Consumed _ -> COUNTED;
      case Fate.Ignored _ -> IGNORED;
      case Fate.Waiting _ -> LEFT_IN_INBOX;
    };
  }
}
