package dev.drover.runtime.writer;

import static java.util.stream.Collectors.toSet;

import dev.drover.codec.UnreadableInput;
import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Input;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.InputId;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Answers to questions on their way to the journal. Every answer goes through the inbox, also in
/// the process that drives the session, under an id that is derived from the question: the store
/// accepts an id once, so of all answers in all processes only one is ever offered to the journal.
/// An answer that was accepted cannot be overtaken by another one, however long the driver is away.
public record AnswerOffers(Engine engine) {
  /// An interrupted call may be asked about again, under the same effect.
  private static final int MOST_QUESTIONS_OF_A_CALL = 1_000;

  /// What became of an answer that was offered.
  public sealed interface Offer {
    /// It is durable, and the only one.
    record Accepted(InputId input) implements Offer {}

    /// Another answer was accepted before.
    record Taken() implements Offer {}
  }

  /// @param at when it was accepted
  public record Waiting(Input.ApprovalGiven input, Instant at) {}

  /// Leaves an answer in the inbox, and lets this process take it from there if it drives the
  /// session, or can.
  ///
  /// @param question as the person who answers has seen it
  public Offer offer(ApprovalRow question, Input.ApprovalGiven answer) {
    var session = question.id().session();
    var body = Bytes.of(engine.inputs().encode(engine.redactions().of(answer)));
    for (int number = 1; number <= MOST_QUESTIONS_OF_A_CALL; number++) {
      var id = id(answer.effect(), number);
      var item = new Inbox.Item(session, id, body, engine.time().now());
      switch (engine.inbox().put(item, engine.options().inbox())) {
        case ACCEPTED -> {
          take(session, id);
          return new Offer.Accepted(id);
        }
        case DUPLICATE, CONFLICT -> {
          if (!isOfEarlierQuestion(question, id)) {
            take(session, id);
            return new Offer.Taken();
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

  /// Returns when this process has taken what waits, or has found that it does not drive the
  /// session. The result is read from the store: a refusal here does not undo what is durable.
  private void take(SessionId session, InputId input) {
    var reply = new Pending<Reply>();
    engine.tell(session, new Letter.Offered(input, reply));
    reply.awaitCalmly();
  }

  /// Whether the answer of that id is over and done with, and the question is still, or again,
  /// open.
  private boolean isOfEarlierQuestion(ApprovalRow question, InputId id) {
    var fate = engine.inbox().fate(question.id().session(), id);
    return fate.filter(Inbox.Fate.Waiting.class::isInstance).isEmpty()
        && engine.catalog().approval(question.id()).filter(question::equals).isPresent();
  }

  /// The answer that waits for a process to drive the session.
  public Optional<Waiting> waiting(ApprovalId question) {
    return waiting(question.session()).stream()
        .filter(waiting -> waiting.input().effect().equals(question.effect()))
        .findFirst();
  }

  private List<Waiting> waiting(SessionId session) {
    return engine.inbox().waiting(session, engine.options().inbox()).stream()
        .flatMap(item -> answer(item).stream())
        .toList();
  }

  /// What cannot be read stays where it is, and whoever drives the session reports it: a list of
  /// questions does not fail because of it.
  private Optional<Waiting> answer(Inbox.Item item) {
    try {
      return engine.inputs().decode(item.body().array()) instanceof Input.ApprovalGiven answer
          ? Optional.of(new Waiting(answer, item.at()))
          : Optional.empty();
    } catch (UnreadableInput unreadable) {
      return Optional.empty();
    }
  }

  /// The open questions without those whose answer waits.
  public List<ApprovalRow> unanswered(Catalog catalog) {
    var open = catalog.approvals();
    if (open.isEmpty()) {
      return open;
    }
    var answered = answered(open);
    // Read again: an answer that was taken meanwhile waits no longer, and closed its question.
    return answered.isEmpty()
        ? catalog.approvals()
        : catalog.approvals().stream().filter(row -> !answered.contains(row.id())).toList();
  }

  private Set<ApprovalId> answered(List<ApprovalRow> open) {
    var answered = new HashSet<ApprovalId>();
    var waiting = Set.copyOf(engine.inbox().sessionsWaiting());
    var asking = open.stream().map(row -> row.id().session()).filter(waiting::contains);
    for (var session : asking.collect(toSet())) {
      for (var answer : waiting(session)) {
        open.stream()
            .filter(row -> row.id().equals(new ApprovalId(session, answer.input().effect())))
            .filter(row -> row.answering().allows(answer.input().by()))
            .forEach(row -> answered.add(row.id()));
      }
    }
    return answered;
  }
}
