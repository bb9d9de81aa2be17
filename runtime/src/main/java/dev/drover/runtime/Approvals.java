package dev.drover.runtime;

import dev.drover.kernel.Answer;
import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.Event;
import dev.drover.kernel.Input;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.writer.AnswerOffers.Offer;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.InputId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Questions to people, and their answers. An answer can be given in any process that opens the
/// store; the first one counts, and the others are refused.
///
/// Safe for use by any thread.
public final class Approvals {
  private static final int PAGE = 500;

  private final Drover drover;
  private final Archive archive;
  private final @Nullable SessionId only;

  /// @param archive the questions that are shown and may be answered
  Approvals(Drover drover, Archive archive) {
    this(drover, archive, null);
  }

  /// @param only the session whose questions these are; null for all
  Approvals(Drover drover, Archive archive, @Nullable SessionId only) {
    this.drover = drover;
    this.archive = archive;
    this.only = only;
  }

  /// The open ones that nobody has answered, oldest first. A question whose answer waits for a
  /// process to drive the session is answered.
  public List<ApprovalRow> open() {
    return archive.approvals().stream().filter(row -> isMeant(row.id())).toList();
  }

  private boolean isMeant(ApprovalId approval) {
    return only == null || only.equals(approval.session());
  }

  /// Takes back all open questions. The calls that they are about are cancelled, which the model is
  /// told as that and not as somebody's no, and their runs go on.
  ///
  /// @param by who says so
  /// @return how many were taken back by this
  public int cancelAll(String by) {
    int cancelled = 0;
    for (var question : open()) {
      var id = question.id();
      var cancel = new Input.CallCancelled(id.effect(), by);
      cancelled += Delivery.of(drover, id.session(), cancel) instanceof Delivery.Counted ? 1 : 0;
    }
    return cancelled;
  }

  /// Answers a question. Exactly one answer to a question is accepted, from whichever process; the
  /// result says what became of this one in the store.
  ///
  /// @param by who answers
  public Receipt answer(ApprovalId approval, Answer answer, String by) {
    return Looking.up(
        () -> offered(approval, new Input.ApprovalGiven(approval.effect(), answer, by)));
  }

  private Receipt offered(ApprovalId approval, Input.ApprovalGiven given) {
    var question = archive.approval(approval);
    if (question.isEmpty() || !isMeant(approval)) {
      return lost(approval);
    }
    // Before it is offered: the one place for an answer is not for people who have no say.
    if (!question.get().answering().allows(given.by())) {
      return Receipt.NOT_ALLOWED;
    }
    return switch (drover.engine().answers().offer(question.get(), given)) {
      case Offer.Taken _ -> Receipt.ANSWERED_BEFORE;
      case Offer.Accepted(var input) -> accepted(question.get(), input);
    };
  }

  private Receipt accepted(ApprovalRow question, InputId input) {
    var until = question.answering().until();
    return switch (Delivery.of(drover, question.id().session(), input)) {
      case Delivery.Counted(var at) -> isOver(until, at) ? Receipt.TOO_LATE : Receipt.COUNTED;
      case Delivery.Ignored _, Delivery.NotAllowed _ -> lost(question.id());
      case Delivery.LeftInInbox _ ->
          isOver(until, drover.engine().time().now()) ? Receipt.TOO_LATE : Receipt.LEFT_IN_INBOX;
    };
  }

  private Receipt lost(ApprovalId approval) {
    return answered(approval).isPresent() ? Receipt.ANSWERED_BEFORE : Receipt.NOT_OPEN;
  }

  private static boolean isOver(@Nullable Instant until, Instant now) {
    return until != null && !now.isBefore(until);
  }

  /// The answer that a question has: the last one in the journal, or the one that waits for a
  /// process to drive the session.
  ///
  /// @return empty if nobody has answered, there is no such question, or its events are not kept
  public Optional<GivenAnswer> answered(ApprovalId approval) {
    if (archive.session(approval.session()).isEmpty()) {
      return Optional.empty();
    }
    // In this order: what is not waiting any more is in the journal.
    var waiting = Looking.up(() -> drover.engine().answers().waiting(approval));
    return waiting
        .map(found -> new GivenAnswer(found.input().answer(), found.input().by(), found.at()))
        .or(() -> journaled(approval));
  }

  private Optional<GivenAnswer> journaled(ApprovalId approval) {
    var last = Optional.<GivenAnswer>empty();
    var next = new Cursor(approval.session(), 0);
    while (true) {
      var page = archive.page(next, PAGE);
      for (var item : page.items()) {
        // What a fork shares was asked and answered in another session.
        if (item.seq() > page.shared()
            && item.event() instanceof Event.ApprovalAnswered(_, var effect, var answer, var by)
            && effect.equals(approval.effect())) {
          last = Optional.of(new GivenAnswer(answer, by, item.entry().at()));
        }
      }
      if (!page.hasMore()) {
        return last;
      }
      next = page.next();
    }
  }

  /// An answer, who gave it, and when.
  public record GivenAnswer(Answer answer, String by, Instant at) {}

  /// What became of an answer.
  public enum Receipt {
    /// It is in the journal.
    COUNTED,
    /// Another answer was first, from here or elsewhere; [#answered] returns it.
    ANSWERED_BEFORE,
    /// Nobody is being asked: the run is over, or there is no such question.
    NOT_OPEN,
    /// Whoever answered has no say in this; the question is still open.
    NOT_ALLOWED,
    /// The time for an answer was over. Whatever was said, the call is not made, or will not be
    /// once somebody drives the session.
    TOO_LATE,
    /// It is durable, no other answer is accepted, and whoever drives the session next takes it. It
    /// counts if that is before the time for an answer is over.
    LEFT_IN_INBOX
  }
}
