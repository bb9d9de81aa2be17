package dev.drover.internal.schema;

import dev.drover.schema.plain.JsonTextWriter;
import dev.drover.schema.plain.JsonToken;
import dev.drover.schema.plain.JsonTokenReader;
import org.jspecify.annotations.Nullable;

/// One property of an object: a parameter of a method or a component of a record.
public record JsonField(String name, String description, JsonShape shape, MissingValue absence) {
  /// What happens when the property is missing.
  sealed interface MissingValue {
    /// The call is invalid.
    record Refused() implements MissingValue {}

    record Means(@Nullable Object value) implements MissingValue {}

    /// Read again each time: the value may be an array, which the receiver may change.
    record Default(String json) implements MissingValue {}
  }

  boolean isRequired() {
    return absence instanceof MissingValue.Refused;
  }

  void describe(JsonTextWriter schema) {
    schema.name(name);
    schema.open();
    shape.describe(schema);
    if (!description.isEmpty()) {
      schema.field("description", description);
    }
    if (absence instanceof MissingValue.Default(var json)) {
      schema.name("default");
      schema.raw(json);
    }
    schema.close();
  }

  /// Null counts as missing, where the property is optional.
  @Nullable Object read(JsonTokenReader in) throws JsonMismatch {
    try {
      return in.token() == JsonToken.NULL && !isRequired() ? absent() : shape.read(in);
    } catch (JsonMismatch misfit) {
      throw misfit.under(name);
    }
  }

  @Nullable Object absent() throws JsonMismatch {
    return switch (absence) {
      case MissingValue.Refused _ ->
          throw new JsonMismatch("missing, and it is required").under(name);
      case MissingValue.Means(var value) -> value;
      case MissingValue.Default(var json) -> {
        var in = new JsonTokenReader(json);
        in.next();
        yield shape.read(in);
      }
    };
  }
}
