package dev.drover.kernel.message;

import dev.drover.kernel.value.Text;

/// The type of answer that a prompt asks for.
public sealed interface AnswerType {
  AnswerType WORDS = new Words();

  /// Text for people.
  record Words() implements AnswerType {}

  /// A JSON object, for programs.
  ///
  /// @param name of the object
  /// @param schema that it must match, as JSON schema
  /// @param repairs how often the model may retry when it does not match
  record Json(String name, Text schema, int repairs) implements AnswerType {
    public static final int DEFAULT_REPAIRS = 2;

    public Json {
      if (repairs < 0) {
        throw new IllegalArgumentException("repairs are never negative: " + repairs);
      }
    }
  }
}
