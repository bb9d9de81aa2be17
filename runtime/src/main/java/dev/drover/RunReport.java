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
/// @param usage tokens of all its model calls
/// @param result whether it completed, and what belongs to that
public record RunReport(RunId run, String text, Usage usage, Result result) {
  /// The end of a run, with what only this kind of end has.
  public sealed interface Result {}

  /// @param ending whether the text is the complete answer
  /// @param json the answer in the form required with [Ask#wanting]; null if none was required
  public record Completed(AnswerEnding ending, @Nullable String json) implements Result {}

  public record Failed(Failure failure) implements Result {}

  /// @param failure who cancelled it, and why
  public record Cancelled(Failure failure) implements Result {}

  /// A run in another session continues the work of this one.
  public record Successor(SessionId session, RunId run) implements Result {}

  public RunStatus status() {
    return switch (result) {
      case Completed _, Successor _ -> RunStatus.COMPLETED;
      case Failed _ -> RunStatus.FAILED;
      case Cancelled _ -> RunStatus.CANCELLED;
    };
  }

  /// Whether the text is the complete answer; check it before you use the text. For a run that did
  /// not complete it is always `WHOLE`.
  public AnswerEnding ending() {
    return result instanceof Completed completed ? completed.ending() : AnswerEnding.WHOLE;
  }

  /// The answer in the form required with [Ask#wanting]; null if none was required, or the run did
  /// not complete.
  public @Nullable String json() {
    return result instanceof Completed completed ? completed.json() : null;
  }

  /// Why it failed or was cancelled; null unless it was.
  public @Nullable Failure failure() {
    return switch (result) {
      case Failed(var failure) -> failure;
      case Cancelled(var failure) -> failure;
      case Completed _, Successor _ -> null;
    };
  }

  /// The run that continues, if the conversation was handed off.
  public Optional<Successor> nextRun() {
    return result instanceof Successor next ? Optional.of(next) : Optional.empty();
  }

  /// Why it failed, if it did.
  public Optional<Failure> problem() {
    return Optional.ofNullable(failure());
  }

  /// The answer as the record that was required with [Ask#wanting].
  ///
  /// @throws AnswerMismatch if no record was required, the run has not completed, or the answer
  ///   does not fit this type
  public <R extends Record> R value(Class<R> type) {
    var json = json();
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
