package dev.drover;

import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Usage;
import dev.drover.problem.AnswerMissing.AnswerMismatch;
import dev.drover.tool.AnswerSchema;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How a run ended.
///
/// @param text the model's answer; empty if there was none
/// @param ending whether the text is the complete answer; check it before you use the text. For a
///   run that did not complete it is always `WHOLE`
/// @param json the answer in the form required with [Ask#wanting]; null if none was required
/// @param failure why it failed; null unless it did
/// @param usage tokens of all its model calls
/// @param successor the run that continues the conversation; null unless it was handed off
public record RunReport(
    RunId run,
    RunStatus status,
    String text,
    AnswerEnding ending,
    @Nullable String json,
    @Nullable Failure failure,
    Usage usage,
    @Nullable Successor successor) {
  /// A run in another session that continues the work of this one.
  public record Successor(SessionId session, RunId run) {}

  /// The run that continues, if the conversation was handed off.
  public Optional<Successor> nextRun() {
    return Optional.ofNullable(successor);
  }

  /// Why it failed, if it did.
  public Optional<Failure> problem() {
    return Optional.ofNullable(failure);
  }

  /// The answer as the record that was required with [Ask#wanting].
  ///
  /// @throws AnswerMismatch if no record was required, the run has not completed, or the answer
  ///   does not fit this type
  public <R extends Record> R value(Class<R> type) {
    if (json == null) {
      throw new AnswerMismatch("run " + run + " gave no JSON", text);
    }
    return value(type, json);
  }

  static <R extends Record> R value(Class<R> type, String json) {
    try {
      return AnswerSchema.read(type, json);
    } catch (IllegalArgumentException unfit) {
      throw new AnswerMismatch(
          "the answer is no %s: %s".formatted(type.getName(), unfit.getMessage()), json);
    }
  }
}
