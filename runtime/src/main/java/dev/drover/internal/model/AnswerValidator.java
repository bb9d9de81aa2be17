package dev.drover.internal.model;

import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.machine.AnswerValidation;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.tool.AnswerSchema;

/// Checks whether a reply has the form that the prompt requires.
record AnswerValidator(EventTexts texts) {
  /// The maximum length of the error text for the model, in characters.
  private static final int MOST = 4_000;

  AnswerValidation of(ModelReply reply, AnswerType wanted) {
    return switch (wanted) {
      case AnswerType.Words _ -> AnswerValidation.FREE;
      case AnswerType.Json json -> reply.hasCalls() ? AnswerValidation.FREE : of(reply, json);
    };
  }

  private AnswerValidation of(ModelReply reply, AnswerType.Json wanted) {
    var answer = texts.read(reply.answer());
    var schema = AnswerSchema.of(wanted.name(), texts.read(wanted.schema()));
    var object = AnswerSchema.objectIn(answer);
    var complaint = schema.validationError(object);
    return complaint.isEmpty()
        ? new AnswerValidation.Valid(texts.of(object))
        : new AnswerValidation.Invalid(
            "%s does not fit the schema of %s: %s"
                .formatted(subject(reply), wanted.name(), shortened(complaint.get())));
  }

  /// If the answer was cut, the model is informed, so that it can give a shorter one.
  private static String subject(ModelReply reply) {
    return AnswerEnding.of(reply) == AnswerEnding.CUT
        ? "The answer was cut by the output limit, and what there is of it"
        : "The answer";
  }

  private static String shortened(String complaint) {
    return complaint.length() <= MOST ? complaint : complaint.substring(0, MOST) + "…";
  }
}
