package dev.drover.internal.approval;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.Approvals;
import dev.drover.internal.inbox.ApprovalAnswers;
import dev.drover.internal.query.StoreReads;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.run.InputDeliveries;
import dev.drover.internal.run.InputDelivery;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.watch.Cursor;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Implements [Approvals].
public final class StoredApprovals implements Approvals {
  private static final int PAGE = 500;
  private final ApprovalAnswers answers;
  private final InputDeliveries deliveries;
  private final StoredSessionQueries queries;
  private final @Nullable SessionId only;

  /// @param queries the requests that are visible and may be answered
  /// @param only the session whose requests these are; null for all
  public StoredApprovals(
      ApprovalAnswers answers,
      InputDeliveries deliveries,
      StoredSessionQueries queries,
      @Nullable SessionId only) {
    this.answers = answers;
    this.deliveries = deliveries;
    this.queries = queries;
    this.only = only;
  }

  @Override
  public List<ApprovalRow> open() {
    return queries.approvals().stream().filter(row -> isMeant(row.id())).toList();
  }

  private List<ApprovalRow> openQuestions() {
    return queries.questions().stream().filter(row -> isMeant(row.id())).toList();
  }

  private boolean isMeant(ApprovalId approval) {
    return only == null || only.equals(approval.session());
  }

  @Override
  public int cancelAll(String by) {
    nonNull(by, "by");
    int cancelled = 0;
    for (var question : Stream.concat(open().stream(), openQuestions().stream()).toList()) {
      var id = question.id();
      var cancel = new Input.CallCancelled(id.effect(), by);
      cancelled +=
          deliveries.deliver(id.session(), cancel) instanceof InputDelivery.Counted ? 1 : 0;
    }
    return cancelled;
  }

  @Override
  public Receipt answer(ApprovalId approval, ApprovalAnswer answer, String by) {
    nonNull(approval, "approval");
    nonNull(answer, "answer");
    nonNull(by, "by");
    return StoreReads.read(
        () -> offered(approval, new Input.ApprovalGiven(approval.effect(), answer, by)));
  }

  private Receipt offered(ApprovalId approval, Input.ApprovalGiven given) {
    var question = queries.approval(approval);
    if (question.isEmpty() || question.get().questionRound() > 0 || !isMeant(approval)) {
      return lost(approval);
    }
    // Checked before the answer is put into the inbox: an unauthorized answer must not take the
    // only place.
    if (!question.get().answering().allows(given.by())) {
      return Receipt.NOT_ALLOWED;
    }
    return answers
        .offer(question.get(), given)
        .map(input -> accepted(question.get(), input))
        .orElse(Receipt.ANSWERED_BEFORE);
  }

  private Receipt accepted(ApprovalRow question, InputId input) {
    var until = question.answering().until();
    return switch (deliveries.status(question.id().session(), input)) {
      case InputDelivery.Counted(var at) -> isOver(until, at) ? Receipt.TOO_LATE : Receipt.COUNTED;
      case InputDelivery.Ignored _, InputDelivery.NotAllowed _ -> lost(question.id());
      case InputDelivery.LeftInInbox _ ->
          isOver(until, deliveries.time().now()) ? Receipt.TOO_LATE : Receipt.LEFT_IN_INBOX;
    };
  }

  private Receipt lost(ApprovalId approval) {
    return answered(approval).isPresent() ? Receipt.ANSWERED_BEFORE : Receipt.NOT_OPEN;
  }

  private static boolean isOver(@Nullable Instant until, Instant now) {
    return until != null && !now.isBefore(until);
  }

  @Override
  public Optional<GivenAnswer> answered(ApprovalId approval) {
    nonNull(approval, "approval");
    if (queries.session(approval.session()).isEmpty()) {
      return Optional.empty();
    }
    // In this order: an answer that no longer waits is in the journal.
    var waiting = StoreReads.read(() -> answers.waiting(approval));
    return waiting
        .flatMap(
            found ->
                found.input() instanceof Input.ApprovalGiven(_, var answer, var by)
                    ? Optional.of(new GivenAnswer(answer, by, found.at()))
                    : Optional.empty())
        .or(() -> journaled(approval));
  }

  private Optional<GivenAnswer> journaled(ApprovalId approval) {
    var last = Optional.<GivenAnswer>empty();
    var next = new Cursor(approval.session(), 0);
    while (true) {
      var page = queries.page(next, PAGE);
      for (var item : page.items()) {
        // The shared events of a fork were requested and answered in another session.
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
}
