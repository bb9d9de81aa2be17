package dev.drover.runtime.tool;

import dev.drover.runtime.json.JsonText;
import dev.drover.runtime.json.JsonToken;
import dev.drover.runtime.json.JsonTokens;
import org.jspecify.annotations.Nullable;

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

  void describe(JsonText schema) {
    schema.name(name);
    schema.open();
    shape.describe(schema);
    if (!description.isEmpty()) {
      schema.field("description", description);
    }
    if (absence instanceof Absence.Default(var json)) {
      schema.name("default");
      schema.raw(json);
    }
    schema.close();
  }

  /// A null stands for nothing, where nothing is allowed.
  @Nullable Object read(JsonTokens in) throws Misfit {
    try {
      return in.token() == JsonToken.NULL && !isRequired() ? absent() : shape.read(in);
    } catch (Misfit misfit) {
      throw misfit.under(name);
    }
  }

  @Nullable Object absent() throws Misfit {
    return switch (absence) {
      case Absence.Refused _ -> throw new Misfit("missing, and it is required").under(name);
      case Absence.Means(var value) -> value;
      case Absence.Default(var json) -> {
        var in = new JsonTokens(json);
        in.next();
        yield shape.read(in);
      }
    };
  }
}
