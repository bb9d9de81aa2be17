package dev.drover.runtime.perform;

import dev.drover.kernel.AnswerEnding;
import dev.drover.kernel.AnswerType;
import dev.drover.kernel.Fit;
import dev.drover.kernel.ModelReply;
import dev.drover.runtime.agent.Texts;
import dev.drover.runtime.tool.AnswerSchema;

/// Says whether a reply is an answer as the prompt wants it.
record Fits(Texts texts) {
  /// What the model reads about its answer has at most so many characters.
  private static final int MOST = 4_000;

  Fit of(ModelReply reply, AnswerType wanted) {
    return switch (wanted) {
      case AnswerType.Words _ -> Fit.FREE;
      case AnswerType.Json json -> reply.hasCalls() ? Fit.FREE : of(reply, json);
    };
  }

  private Fit of(ModelReply reply, AnswerType.Json wanted) {
    var answer = texts.read(reply.answer());
    var schema = AnswerSchema.of(wanted.name(), texts.read(wanted.schema()));
    var object = AnswerSchema.objectIn(answer);
    var complaint = schema.complaint(object);
    return complaint.isEmpty()
        ? new Fit.Fits(texts.of(object))
        : new Fit.Misfit(
            "%s does not fit the schema of %s: %s"
                .formatted(subject(reply), wanted.name(), shortened(complaint.get())));
  }

  /// A model that is told that its answer was cut can give a shorter one.
  private static String subject(ModelReply reply) {
    return AnswerEnding.of(reply) == AnswerEnding.CUT
        ? "The answer was cut by the output limit, and what there is of it"
        : "The answer";
  }

  private static String shortened(String complaint) {
    return complaint.length() <= MOST ? complaint : complaint.substring(0, MOST) + "…";
  }
}
