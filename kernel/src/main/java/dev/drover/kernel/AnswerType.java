package dev.drover.kernel;

/// What kind of answer a prompt wants.
public sealed interface AnswerType {
  AnswerType WORDS = new Words();

  /// For people to read.
  record Words() implements AnswerType {}

  /// A JSON object, for programs.
  ///
  /// @param name what the object is called
  /// @param schema what it must fit, as JSON schema
  /// @param repairs how often the model may try again when it does not
  record Json(String name, Text schema, int repairs) implements AnswerType {
    public static final int DEFAULT_REPAIRS = 2;

    public Json {
      if (repairs < 0) {
        throw new IllegalArgumentException("repairs are never negative: " + repairs);
      }
    }
  }
}
