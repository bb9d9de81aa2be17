package dev.drover.runtime.tool;

import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JsonToken;

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
      case VALUE_STRING -> STRING;
      case VALUE_NUMBER_INT -> INTEGER;
      case VALUE_NUMBER_FLOAT -> NUMBER;
      case VALUE_TRUE, VALUE_FALSE -> BOOLEAN;
      case VALUE_NULL -> NULL;
      case START_OBJECT -> OBJECT;
      case START_ARRAY -> ARRAY;
      case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
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
