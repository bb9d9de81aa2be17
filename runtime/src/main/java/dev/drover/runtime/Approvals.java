package dev.drover.runtime;

import dev.drover.kernel.Answer;
import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.Input;
import dev.drover.spi.store.Catalog.ApprovalRow;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Questions to people, and their answers. An answer can be given in any process that opens the
/// store; the first one counts.
///
/// Safe for use by any thread.
public final class Approvals {
  private final Drover drover;
  private final Archive archive;

  /// @param archive the questions that are shown and may be answered
  Approvals(Drover drover, Archive archive) {
    this.drover = drover;
    this.archive = archive;
  }

  /// The open ones, oldest first.
  public List<ApprovalRow> open() {
    return archive.approvals();
  }

  /// @param by who answers
  public Receipt answer(ApprovalId approval, Answer answer, String by) {
    var question = archive.approval(approval);
    if (question.isEmpty()) {
      return Receipt.NOT_OPEN;
    }
    var until = question.get().answering().until();
    var input = new Input.ApprovalGiven(approval.effect(), answer, by);
    return switch (Delivery.of(drover, approval.session(), input)) {
      case Delivery.Counted(var at) -> isOver(until, at) ? Receipt.TOO_LATE : Receipt.COUNTED;
      case Delivery.Ignored _ -> Receipt.NOT_OPEN;
      case Delivery.NotAllowed _ -> Receipt.NOT_ALLOWED;
      case Delivery.LeftInInbox _ ->
          isOver(until, drover.engine().time().now()) ? Receipt.TOO_LATE : Receipt.LEFT_IN_INBOX;
    };
  }

  private static boolean isOver(@Nullable Instant until, Instant now) {
    return until != null && !now.isBefore(until);
  }

  /// What became of an answer.
  public enum Receipt {
    COUNTED,
    /// Nobody is being asked: it was answered before, or the run is over, or there is no such one.
    NOT_OPEN,
    /// Whoever answered has no say in this; the question is still open.
    NOT_ALLOWED,
    /// The time for an answer was over. Whatever was said, the call is not made, or will not be
    /// once somebody drives the session.
    TOO_LATE,
    /// It is durable and will be taken by whoever drives the session next. It counts if that is
    /// before the time for an answer is over.
    LEFT_IN_INBOX
  }
}
