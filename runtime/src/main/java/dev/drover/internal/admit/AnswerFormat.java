package dev.drover.internal.admit;

import dev.drover.internal.foreign.ForeignModel;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.tool.AnswerSchema;
import org.jspecify.annotations.Nullable;

/// How a model is made to return the required form of answer: by its provider if that enforces a
/// schema, otherwise by the text of the prompt.
///
/// @param schema null if the answer is text
record AnswerFormat(@Nullable AnswerSchema schema, ForeignModel model, EventTexts texts) {
  AnswerType type() {
    return schema == null
        ? AnswerType.WORDS
        : new AnswerType.Json(
            schema.name(), texts.of(schema.schema()), AnswerType.Json.DEFAULT_REPAIRS);
  }

  /// The prompt text with the instructions about the answer.
  String added(String words) {
    return schema == null || model.supportsJsonSchema()
        ? words
        : "%s\n\nAnswer with one JSON object and nothing else. It must fit this JSON schema:\n%s"
            .formatted(words, schema.schema());
  }
}
