package dev.drover;

import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.spi.store.Catalog.ApprovalRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Approval requests and their answers. An answer can be given in any process that opens the store;
/// the first one counts, and later ones are refused.
///
/// Safe for use by any thread.
public interface Approvals {
  /// Open requests without an answer, oldest first. A request whose answer waits in the inbox is
  /// not open.
  List<ApprovalRow> open();

  /// Cancels all open requests, and the open questions of tools. Their calls are cancelled and the
  /// runs continue. The model sees a cancellation, not a denial.
  ///
  /// @param by the person or program that cancels
  /// @return how many requests this call cancelled
  int cancelAll(String by);

  /// Answers a request. Exactly one answer to a request is accepted, from any process; the result
  /// states what happened to this one in the store.
  ///
  /// @param by the person who answers
  Receipt answer(ApprovalId approval, ApprovalAnswer answer, String by);

  /// The answer to a request: the last one in the journal, or the one that waits in the inbox.
  ///
  /// @return empty if there is no answer, no such request, or its events are not retained
  Optional<GivenAnswer> answered(ApprovalId approval);

  /// An answer, the person who gave it, and the time.
  record GivenAnswer(ApprovalAnswer answer, String by, Instant at) {}

  /// The result of an answer.
  enum Receipt {
    /// It is in the journal.
    COUNTED,
    /// Another answer was first, from here or elsewhere; [#answered] returns it.
    ANSWERED_BEFORE,
    /// The request is not open: the run is over, or there is no such request.
    NOT_OPEN,
    /// The person is not allowed to answer; the request is still open.
    NOT_ALLOWED,
    /// The time limit for the answer had passed. The call is not made, or will not be made once a
    /// process drives the session.
    TOO_LATE,
    /// The answer is durable, no other answer is accepted, and the process that next drives the
    /// session commits it. It counts if that happens before the time limit.
    LEFT_IN_INBOX
  }
}
