package dev.drover.runtime.tool;

import dev.drover.runtime.json.JsonToken;
import java.util.Locale;
import java.util.Optional;

/// The types of JSON schema. A whole number is an integer and a number.
enum JsonType {
  STRING,
  INTEGER,
  NUMBER,
  BOOLEAN,
  NULL,
  OBJECT,
  ARRAY;

  /// The type of the value that begins with this token.
  static JsonType of(JsonToken token) {
    return switch (token) {
      case STRING -> STRING;
      case WHOLE -> INTEGER;
      case DECIMAL -> NUMBER;
      case TRUE, FALSE -> BOOLEAN;
      case NULL -> NULL;
      case OBJECT -> OBJECT;
      case ARRAY -> ARRAY;
      case END_OBJECT, END_ARRAY, NAME, END ->
          throw new IllegalStateException("no value begins with " + token);
    };
  }

  /// The type that schemas call by this name.
  static Optional<JsonType> named(String name) {
    for (var type : values()) {
      if (type.toString().equals(name)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
