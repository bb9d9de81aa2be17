package dev.drover.runtime;

import dev.drover.kernel.Answer;
import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Input;
import dev.drover.runtime.writer.Reply;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Inbox.Fate;
import java.util.List;

/// Questions to people, and their answers. An answer can be given in any process that opens the
/// store; the first one counts.
///
/// Safe for use by any thread.
public final class Approvals {
  private final Drover drover;

  Approvals(Drover drover) {
    this.drover = drover;
  }

  /// The open ones, oldest first.
  public List<ApprovalRow> open() {
    return drover.archive().approvals();
  }

  /// @param by who answers
  public Receipt answer(ApprovalId approval, Answer answer, String by) {
    if (drover.engine().catalog().approval(approval).isEmpty()) {
      return Receipt.NOT_OPEN;
    }
    var input = new Input.ApprovalGiven(approval.effect(), answer, by);
    return switch (drover.tell(approval.session(), input)) {
      case Reply.Committed _ -> Receipt.COUNTED;
      case Reply.Ignored(var why, _) when why == Why.NOT_ALLOWED -> Receipt.NOT_ALLOWED;
      case Reply.Ignored _, Reply.Existing _ -> Receipt.NOT_OPEN;
      case Reply.Forwarded(var left) ->
          drover
              .engine()
              .fate(approval.session(), left)
              .map(Approvals::receipt)
              .orElse(Receipt.LEFT_IN_INBOX);
      case Reply.Refused(var problem) -> throw problem;
    };
  }

  private static Receipt receipt(Fate fate) {
    return switch (fate) {
      case Fate.Consumed _ -> Receipt.COUNTED;
      case Fate.Ignored _ -> Receipt.NOT_OPEN;
      case Fate.Waiting _ -> Receipt.LEFT_IN_INBOX;
    };
  }

  /// What became of an answer.
  public enum Receipt {
    COUNTED,
    /// Nobody is being asked: it was answered before, or the run is over, or there is no such one.
    NOT_OPEN,
    /// Whoever answered has no say in this; the question is still open.
    NOT_ALLOWED,
    /// It is durable and will be taken by whoever drives the session next.
    LEFT_IN_INBOX
  }
}
