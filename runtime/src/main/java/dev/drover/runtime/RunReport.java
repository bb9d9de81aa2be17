package dev.drover.runtime;

import dev.drover.kernel.AnswerEnding;
import dev.drover.kernel.Failure;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Usage;
import dev.drover.runtime.problem.AnswerUnfit;
import dev.drover.runtime.tool.AnswerSchema;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How a run ended.
///
/// @param text what the model answered; empty if it did not get that far
/// @param ending whether the text is all of the answer; look at it before the text is used. Of a
///   run that did not complete it says nothing: it is `WHOLE`
/// @param json the answer as it was asked for with [Ask#wanting]; null if it was not
/// @param failure why it failed; null unless it did
/// @param usage tokens of all its model calls
/// @param successor the run that goes on; null unless the conversation was handed on
public record RunReport(
    RunId run,
    RunStatus status,
    String text,
    AnswerEnding ending,
    @Nullable String json,
    @Nullable Failure failure,
    Usage usage,
    @Nullable Successor successor) {
  /// A run that goes on with what this one was asked, in another session.
  public record Successor(SessionId session, RunId run) {}

  /// The run that goes on, if the conversation was handed on.
  public Optional<Successor> goesOn() {
    return Optional.ofNullable(successor);
  }

  /// Why it failed, if it did.
  public Optional<Failure> problem() {
    return Optional.ofNullable(failure);
  }

  /// The answer as it was asked for with [Ask#wanting].
  ///
  /// @throws AnswerUnfit if it was not asked for, the run has not completed, or it is no such value
  public <R extends Record> R value(Class<R> type) {
    if (json == null) {
      throw new AnswerUnfit("run " + run + " gave no JSON", text);
    }
    return value(type, json);
  }

  static <R extends Record> R value(Class<R> type, String json) {
    try {
      return AnswerSchema.read(type, json);
    } catch (IllegalArgumentException unfit) {
      throw new AnswerUnfit(
          "the answer is no %s: %s".formatted(type.getName(), unfit.getMessage()), json);
    }
  }
}
