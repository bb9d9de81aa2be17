package dev.drover.runtime;

import dev.drover.kernel.AnswerType;
import dev.drover.runtime.agent.Texts;
import dev.drover.runtime.foreign.ForeignModel;
import dev.drover.runtime.tool.AnswerSchema;
import org.jspecify.annotations.Nullable;

/// How a model is brought to answer as a prompt wants it: by its provider where that holds it to a
/// schema, else in the words of the prompt.
///
/// @param schema null if words are wanted
record Wanted(@Nullable AnswerSchema schema, ForeignModel model, Texts texts) {
  AnswerType type() {
    return schema == null
        ? AnswerType.WORDS
        : new AnswerType.Json(
            schema.name(), texts.of(schema.schema()), AnswerType.Json.DEFAULT_REPAIRS);
  }

  /// The words with what must be said beside them.
  String added(String words) {
    return schema == null || model.givesJson()
        ? words
        : "%s\n\nAnswer with one JSON object and nothing else. It must fit this JSON schema:\n%s"
            .formatted(words, schema.schema());
  }
}
