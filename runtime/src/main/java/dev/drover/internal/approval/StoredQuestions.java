package dev.drover.internal.approval;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.internal.inbox.ApprovalAnswers;
import dev.drover.internal.query.StoreReads;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.run.InputDeliveries;
import dev.drover.internal.run.InputDelivery;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.OpenCall;
import dev.drover.kernel.message.ToolQuestion.Form;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.problem.AnswerMissing.AnswerMismatch;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.tool.AnswerSchema;
import dev.drover.tool.ToolQuestions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Implements [ToolQuestions]. The catalog lists questions among the approval requests; the form of
/// the answer is read from the state of the session.
public final class StoredQuestions implements ToolQuestions {
  private final ApprovalAnswers answers;
  private final InputDeliveries deliveries;
  private final StoredSessionQueries queries;
  private final @Nullable SessionId only;

  /// @param queries the questions that are visible and may be answered
  /// @param only the session whose questions these are; null for all
  public StoredQuestions(
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
  public List<OpenQuestion> open() {
    return queries.questions().stream()
        .filter(row -> isMeant(row.id()))
        .flatMap(row -> read(row).stream())
        .toList();
  }

  @Override
  public Optional<OpenQuestion> find(ApprovalId id) {
    nonNull(id, "id");
    return open().stream().filter(question -> question.id().equals(id)).findFirst();
  }

  private boolean isMeant(ApprovalId id) {
    return only == null || only.equals(id.session());
  }

  /// @return empty if it was answered since it was listed
  private Optional<OpenQuestion> read(ApprovalRow row) {
    try {
      return queries
          .session(row.id().session())
          .flatMap(session -> queries.state(session).call(row.id().effect()))
          .flatMap(call -> read(row, call));
    } catch (SessionNotFound deleted) {
      return Optional.empty();
    }
  }

  private Optional<OpenQuestion> read(ApprovalRow row, OpenCall call) {
    if (!(call.stage() instanceof OpenCall.Stage.AwaitingAnswer asking)
        || asking.round() != row.questionRound()) {
      return Optional.empty();
    }
    var form = asking.question().form();
    return Optional.of(
        new OpenQuestion(
            row.id(),
            asking.round(),
            row.run(),
            row.tool(),
            queries.read(asking.question().text()),
            form,
            form instanceof Form.Fields(var schema) ? queries.read(schema) : "",
            row.askedAt(),
            asking.answerers(),
            asking.until()));
  }

  @Override
  public Receipt answer(ApprovalId id, int round, QuestionAnswer answer, String by) {
    nonNull(id, "id");
    nonNull(answer, "answer");
    nonNull(by, "by");
    var row = queries.approval(id).filter(found -> found.questionRound() == round);
    if (row.isEmpty() || !isMeant(id)) {
      return lost(id, round);
    }
    if (!row.get().answering().allows(by)) {
      return Receipt.NOT_ALLOWED;
    }
    var question = read(row.get());
    if (question.isEmpty()) {
      return lost(id, round);
    }
    var checked = checked(question.get(), answer);
    return StoreReads.read(
        () -> offered(row.get(), new Input.AnswerGiven(id.effect(), round, checked, by)));
  }

  private static QuestionAnswer checked(OpenQuestion question, QuestionAnswer answer) {
    if (!(answer instanceof QuestionAnswer.Accepted(var content))) {
      return answer;
    }
    var json = content instanceof Text.Inline(var value) ? value : "";
    if (!(question.form() instanceof Form.Fields)) {
      if (!json.isBlank()) {
        throw new AnswerMismatch(
            "question %s takes no content, only a yes".formatted(question.id()), json);
      }
      return new QuestionAnswer.Accepted(Text.EMPTY);
    }
    var schema = AnswerSchema.of("question", question.schema());
    schema
        .validationError(json)
        .ifPresent(
            error -> {
              throw new AnswerMismatch(
                  "the answer to question %s does not fit: %s".formatted(question.id(), error),
                  json);
            });
    return answer;
  }

  private Receipt offered(ApprovalRow row, Input.AnswerGiven given) {
    return answers
        .offer(row, given)
        .map(input -> accepted(row, input))
        .orElse(Receipt.ANSWERED_BEFORE);
  }

  private Receipt accepted(ApprovalRow row, InputId input) {
    var until = row.answering().until();
    return switch (deliveries.status(row.id().session(), input)) {
      case InputDelivery.Counted(var at) -> isOver(until, at) ? Receipt.TOO_LATE : Receipt.COUNTED;
      case InputDelivery.Ignored _, InputDelivery.NotAllowed _ ->
          lost(row.id(), row.questionRound());
      case InputDelivery.LeftInInbox _ ->
          isOver(until, deliveries.time().now()) ? Receipt.TOO_LATE : Receipt.LEFT_IN_INBOX;
    };
  }

  /// A call that is still open, or asks again, has the answer to its earlier question.
  private Receipt lost(ApprovalId id, int round) {
    return queries
            .session(id.session())
            .flatMap(session -> queries.state(session).call(id.effect()))
            .map(OpenCall::resumption)
            .filter(answered -> answered.round() >= round)
            .isPresent()
        ? Receipt.ANSWERED_BEFORE
        : Receipt.NOT_OPEN;
  }

  private static boolean isOver(@Nullable Instant until, Instant now) {
    return until != null && !now.isBefore(until);
  }
}
