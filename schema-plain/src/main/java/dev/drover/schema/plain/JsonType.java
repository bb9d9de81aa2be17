package dev.drover.schema.plain;

import java.util.Locale;
import java.util.Optional;

/// The types of JSON schema. A whole number is an integer and a number.
public enum JsonType {
  STRING,
  INTEGER,
  NUMBER,
  BOOLEAN,
  NULL,
  OBJECT,
  ARRAY;

  /// The type of the value that begins with this token.
  public static JsonType of(JsonToken token) {
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

  /// The type with this name in schemas.
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
