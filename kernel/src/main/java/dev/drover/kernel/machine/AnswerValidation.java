package dev.drover.kernel.machine;

import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Text;

/// Whether an answer matches the type that the prompt asks for.
public sealed interface AnswerValidation {
  AnswerValidation FREE = new NotRequired();

  /// The prompt has no requirement.
  record NotRequired() implements AnswerValidation {}

  /// @param value the requested value, without the text around it
  record Valid(Text value) implements AnswerValidation {}

  /// @param validationError the error, for the model to read
  record Invalid(String validationError) implements AnswerValidation {}

  /// The reply was paid for but could not be processed; its text is lost.
  record Unreadable(Failure why) implements AnswerValidation {}
}
