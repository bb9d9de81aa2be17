package dev.drover.internal.inbox;

import static java.util.stream.Collectors.toSet;

import dev.drover.internal.concurrent.PendingResult;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Store;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Puts answers to approval requests and to questions of tools into the inbox. Every answer goes
/// through the inbox, also in the process that drives the session, under an id that is derived from
/// the request. The store accepts an id once, so of all answers in all processes only one ever
/// reaches the journal. No other answer can replace an accepted one, even if no process drives the
/// session for a long time.
///
/// @param canDrive whether this process drives the session, or may. Otherwise an answer is only put
///   into the inbox: nothing of the session is read here, and the process that drives it commits
///   the answer
/// @param bound how many inputs may wait for one session
public record ApprovalAnswers(
    Store store,
    InboxItemCodec items,
    SessionMessages messages,
    Predicate<SessionId> canDrive,
    int bound) {
  /// An interrupted call may need another approval, under the same effect.
  private static final int MOST_QUESTIONS_OF_A_CALL = 1_000;

  /// @param at when it was accepted
  public record Waiting(Input.OfCall input, String by, Instant at) {}

  /// Puts an answer into the inbox, and lets this process commit it if it drives the session, or
  /// can.
  ///
  /// @param question as the person who answers has seen it
  /// @return the answer, which is durable and the only one; empty if another was accepted before
  public Optional<InputId> offer(ApprovalRow question, Input.OfCall answer) {
    var session = question.id().session();
    for (int number = 1; number <= MOST_QUESTIONS_OF_A_CALL; number++) {
      var id = id(answer.effect(), number);
      switch (store.inbox().put(items.encode(session, id, answer), bound)) {
        case ACCEPTED -> {
          take(session, id);
          return Optional.of(id);
        }
        case DUPLICATE, CONFLICT -> {
          if (!isOfEarlierQuestion(question, id)) {
            take(session, id);
            return Optional.empty();
          }
        }
        case FULL -> throw new SessionBusy(session, "its inbox is full");
        case NO_SUCH_SESSION -> throw new SessionNotFound(session);
      }
    }
    throw new SessionBusy(session, "a call of it was asked about too often");
  }

  private static InputId id(EffectId effect, int number) {
    return new InputId(number == 1 ? "answer-" + effect : "answer-%s-%d".formatted(effect, number));
  }

  /// Returns when this process has committed the waiting inputs, or has found that it does not
  /// drive the session. The result is read from the store: a refusal here does not undo what is
  /// durable.
  private void take(SessionId session, InputId input) {
    var reply = new PendingResult<WriterReply>();
    var message = new WriterMessage.ConsumeInput(input, reply);
    if (canDrive.test(session)) {
      messages.submit(session, message);
      reply.awaitUninterruptibly();
    }
  }

  /// Whether the answer with that id was already consumed, and the request is open again.
  private boolean isOfEarlierQuestion(ApprovalRow question, InputId id) {
    var fate = store.inbox().status(question.id().session(), id);
    return fate.filter(Inbox.InputStatus.Waiting.class::isInstance).isEmpty()
        && store.catalog().approval(question.id()).filter(question::equals).isPresent();
  }

  /// The answer that waits for a process to drive the session.
  public Optional<Waiting> waiting(ApprovalId question) {
    return waiting(question.session()).stream()
        .filter(waiting -> waiting.input().effect().equals(question.effect()))
        .findFirst();
  }

  private List<Waiting> waiting(SessionId session) {
    return store.inbox().waiting(session, bound).stream()
        .flatMap(item -> answer(item).stream())
        .toList();
  }

  /// An unreadable item stays in the inbox, and the process that drives the session reports it: a
  /// list of requests does not fail because of it.
  private Optional<Waiting> answer(Inbox.Item item) {
    return items.decodeIfReadable(item).flatMap(input -> waiting(input, item));
  }

  private static Optional<Waiting> waiting(Input input, Inbox.Item item) {
    if (input instanceof Input.ApprovalGiven given) {
      return Optional.of(new Waiting(given, given.by(), item.at()));
    }
    return input instanceof Input.AnswerGiven given
        ? Optional.of(new Waiting(given, given.by(), item.at()))
        : Optional.empty();
  }

  /// The open requests without those whose answer waits.
  public List<ApprovalRow> unanswered(Catalog catalog) {
    var open = catalog.approvals();
    if (open.isEmpty()) {
      return open;
    }
    var answered = answered(open);
    // Read again: an answer that was committed in the meantime no longer waits, and closed its
    // request.
    return answered.isEmpty()
        ? catalog.approvals()
        : catalog.approvals().stream().filter(row -> !answered.contains(row.id())).toList();
  }

  private Set<ApprovalId> answered(List<ApprovalRow> open) {
    var answered = new HashSet<ApprovalId>();
    var waiting = Set.copyOf(store.inbox().sessionsWaiting());
    var asking = open.stream().map(row -> row.id().session()).filter(waiting::contains);
    for (var session : asking.collect(toSet())) {
      for (var answer : waiting(session)) {
        open.stream()
            .filter(row -> row.id().equals(new ApprovalId(session, answer.input().effect())))
            .filter(row -> row.answering().allows(answer.by()))
            .forEach(row -> answered.add(row.id()));
      }
    }
    return answered;
  }
}
