package dev.drover.tool;

import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.RunId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Questions that tools ask people in the middle of a call, and their answers. An answer can be
/// given in any process that opens the store; the first one counts, and the tool is then called
/// again with it.
///
/// Safe for use by any thread.
public interface ToolQuestions {
  /// Open questions without an answer, oldest first.
  List<OpenQuestion> open();

  /// The open question of a call.
  Optional<OpenQuestion> find(ApprovalId id);

  /// Answers a question. Exactly one answer is accepted, from any process.
  ///
  /// @param round of the question, so that an answer never reaches a later question of the call
  /// @param by the person who answers
  /// @throws dev.drover.problem.AnswerMissing.AnswerMismatch if the content of an accepted answer
  ///   does not match the schema of the question; the question is still open
  Receipt answer(ApprovalId id, int round, QuestionAnswer answer, String by);

  /// A question that waits for an answer.
  ///
  /// @param id of the call that asked
  /// @param round the number of the question among those of its call, starting at 1
  /// @param text what is asked
  /// @param form of the answer
  /// @param schema of an answer with fields; empty for any other form
  /// @param answerers the people who may answer; anybody, if empty
  /// @param until when it counts as dismissed; null if never
  record OpenQuestion(
      ApprovalId id,
      int round,
      RunId run,
      String tool,
      String text,
      ToolQuestion.Form form,
      String schema,
      Instant askedAt,
      List<String> answerers,
      @Nullable Instant until) {
    public OpenQuestion {
      answerers = List.copyOf(answerers);
    }
  }

  /// The result of an answer.
  enum Receipt {
    /// It is in the journal.
    COUNTED,
    /// Another answer was first, from here or elsewhere.
    ANSWERED_BEFORE,
    /// The question is not open: the run is over, or there is no such question.
    NOT_OPEN,
    /// The person is not allowed to answer; the question is still open.
    NOT_ALLOWED,
    /// The time limit had passed: the question counts as dismissed.
    TOO_LATE,
    /// The answer is durable, no other answer is accepted, and the process that next drives the
    /// session commits it.
    LEFT_IN_INBOX
  }
}
