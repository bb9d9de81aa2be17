package dev.drover.runtime.tool;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// One property of an object: a parameter of a method or a component of a record.
record Field(String name, String description, Shape shape, Absence absence) {
  /// What it means when the property is not given.
  sealed interface Absence {
    /// The call is wrong.
    record Refused() implements Absence {}

    record Means(@Nullable Object value) implements Absence {}

    /// Read anew each time: what is read may be an array, which the reader may change.
    record Default(String json) implements Absence {}
  }

  boolean isRequired() {
    return absence instanceof Absence.Refused;
  }

  void describe(JsonGenerator schema) {
    schema.writeName(name);
    schema.writeStartObject();
    shape.describe(schema);
    if (!description.isEmpty()) {
      schema.writeStringProperty("description", description);
    }
    if (absence instanceof Absence.Default(var json)) {
      schema.writeName("default");
      schema.writeRawValue(json);
    }
    schema.writeEndObject();
  }

  /// A null stands for nothing, where nothing is allowed.
  @Nullable Object read(JsonParser in) throws Misfit {
    try {
      return in.currentToken() == JsonToken.VALUE_NULL && !isRequired() ? absent() : shape.read(in);
    } catch (Misfit misfit) {
      throw misfit.under(name);
    }
  }

  @Nullable Object absent() throws Misfit {
    return switch (absence) {
      case Absence.Refused _ -> throw new Misfit("missing, and it is required").under(name);
      case Absence.Means(var value) -> value;
      case Absence.Default(var json) -> {
        try (var in = Json.parser(json)) {
          in.nextToken();
          yield shape.read(in);
        }
      }
    };
  }
}
