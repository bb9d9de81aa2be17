package dev.drover.internal.run;

import dev.drover.internal.inbox.InputForwarder;
import dev.drover.internal.inbox.SessionInputs;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Inbox.InputStatus;
import dev.drover.spi.time.Time;
import dev.drover.watch.Cursor;
import java.time.Instant;

/// Delivers inputs to sessions from any process, and reads what happened to them. Safe for use by
/// any thread.
public record InputDeliveries(
    SessionInputs inputs, InputForwarder forwarding, StoredSessionQueries queries, Time time) {
  public InputDelivery deliver(SessionId session, Input input) {
    return switch (inputs.submit(session, input)) {
      case WriterReply.Committed(var state) -> new InputDelivery.Counted(state.position().at());
      case WriterReply.Ignored(var why, _) when why == Why.NOT_ALLOWED ->
          new InputDelivery.NotAllowed();
      case WriterReply.Ignored _, WriterReply.Existing _ -> new InputDelivery.Ignored();
      case WriterReply.Forwarded(var left) -> status(session, left);
      case WriterReply.Refused(var problem) -> throw problem;
    };
  }

  /// The result of an input that was put into the inbox.
  public InputDelivery status(SessionId session, InputId left) {
    return forwarding
        .fate(session, left)
        .map(fate -> of(session, fate))
        .orElseGet(InputDelivery.LeftInInbox::new);
  }

  private InputDelivery of(SessionId session, InputStatus fate) {
    return switch (fate) {
      case InputStatus.Consumed(var seq) -> new InputDelivery.Counted(at(session, seq));
      case InputStatus.Ignored _ -> new InputDelivery.Ignored();
      case InputStatus.Waiting _ -> new InputDelivery.LeftInInbox();
    };
  }

  /// The time of an event that was trimmed in the meantime is not known; it is not later than now.
  private Instant at(SessionId session, long seq) {
    return queries.page(new Cursor(session, seq - 1), 1).items().stream()
        .findFirst()
        .map(happened -> happened.entry().at())
        .orElseGet(time::now);
  }
}
