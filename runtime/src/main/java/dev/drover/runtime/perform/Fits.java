package dev.drover.runtime.perform;

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
      case AnswerType.Json json ->
          reply.hasCalls() ? Fit.FREE : of(texts.read(reply.answer()), json);
    };
  }

  private Fit of(String answer, AnswerType.Json wanted) {
    var schema = AnswerSchema.of(wanted.name(), texts.read(wanted.schema()));
    var object = AnswerSchema.objectIn(answer);
    var complaint = schema.complaint(object);
    return complaint.isEmpty()
        ? new Fit.Fits(texts.of(object))
        : new Fit.Misfit(
            "The answer does not fit the schema of %s: %s"
                .formatted(wanted.name(), shortened(complaint.get())));
  }

  private static String shortened(String complaint) {
    return complaint.length() <= MOST ? complaint : complaint.substring(0, MOST) + "…";
  }
}
