package dev.drover.runtime;

import dev.drover.kernel.Answer;
import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.Input;
import dev.drover.spi.store.Catalog.ApprovalRow;
import java.util.List;

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
    if (archive.approval(approval).isEmpty()) {
      return Receipt.NOT_OPEN;
    }
    var input = new Input.ApprovalGiven(approval.effect(), answer, by);
    return switch (Delivery.of(drover, approval.session(), input)) {
      case COUNTED -> Receipt.COUNTED;
      case IGNORED -> Receipt.NOT_OPEN;
      case NOT_ALLOWED -> Receipt.NOT_ALLOWED;
      case LEFT_IN_INBOX -> Receipt.LEFT_IN_INBOX;
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
