package dev.drover.internal.schema;

import dev.drover.internal.foreign.ForeignCode;
import dev.drover.internal.foreign.ForeignPart;
import dev.drover.problem.ForeignCodeFailed;
import dev.drover.schema.plain.InvalidJson;
import dev.drover.schema.plain.JsonToken;
import dev.drover.schema.plain.JsonTokenReader;
import dev.drover.schema.plain.JsonType;
import dev.drover.schema.plain.NotPlainSchema;
import dev.drover.schema.plain.PlainSchema;
import dev.drover.schema.plain.PlainSchemaReader;
import dev.drover.spi.schema.SchemaCompiler;
import dev.drover.spi.schema.SchemaCompiler.CompiledSchema;
import dev.drover.spi.schema.SchemaCompiler.SchemaViolation;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/// A schema of objects, and error messages for values that do not fit. Safe for use by many
/// threads.
///
/// Most schemas use a few plain keywords, and are checked by [PlainSchema]. All others require a
/// [SchemaCompiler], which is loaded only then.
public final class ObjectSchema {
  private static final ForeignCode VALIDATOR = new ForeignCode(ForeignPart.VALIDATOR, "");

  private final String noun;
  private final PlainSchema plain;

  /// Null if the plain schema is sufficient.
  private final @Nullable CompiledSchema full;

  private ObjectSchema(String noun, PlainSchema plain, @Nullable CompiledSchema full) {
    this.noun = noun;
    this.plain = plain;
    this.full = full;
  }

  /// @param owner the owner of the schema, for the message
  /// @param noun what is checked, for the error messages
  /// @throws IllegalArgumentException naming the owner
  public static ObjectSchema of(String owner, String noun, String schema) {
    try {
      checkForm(schema);
      try {
        return new ObjectSchema(noun, PlainSchemaReader.read(schema), null);
      } catch (NotPlainSchema more) {
        return new ObjectSchema(noun, PlainSchema.ANYTHING, compiled(compiler(more), schema));
      }
    } catch (IllegalArgumentException broken) {
      throw new IllegalArgumentException(
          "%s: its schema %s".formatted(owner, broken.getMessage()), broken);
    }
  }

  private static void checkForm(String schema) {
    try {
      if (Reading.of(schema, PlainSchema.ANYTHING).first != JsonType.OBJECT
          || !isOfObjects(schema)) {
        throw new IllegalArgumentException("must be a JSON object with \"type\": \"object\"");
      }
    } catch (JsonMismatch unreadable) {
      throw new IllegalArgumentException("cannot be read: " + unreadable.describe(), unreadable);
    }
  }

  private static boolean isOfObjects(String schema) {
    var in = new JsonTokenReader(schema);
    in.next();
    while (in.next() == JsonToken.NAME) {
      boolean isType = in.isText("type");
      boolean isObject = in.next() == JsonToken.STRING && in.isText("object");
      if (isType) {
        return isObject;
      }
      in.skip();
    }
    return false;
  }

  private static CompiledSchema compiled(SchemaCompiler compiler, String schema) {
    try {
      return VALIDATOR.ask("compile", () -> compiler.compile(schema));
    } catch (ForeignCodeFailed broken) {
      throw broken.getCause() instanceof IllegalArgumentException refused ? refused : broken;
    }
  }

  private static SchemaCompiler compiler(NotPlainSchema why) {
    return ServiceLoader.load(SchemaCompiler.class)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(why.getMessage(), why));
  }

  /// @return empty if it fits
  public Optional<String> validationError(String json) {
    try {
      var reading = Reading.of(json, plain);
      if (reading.first != JsonType.OBJECT) {
        return Optional.of("the %s must be a JSON object, got %s".formatted(noun, reading.first));
      }
      var faults = full == null ? reading.faults : faults(full, json);
      return faults.isEmpty()
          ? Optional.empty()
          : Optional.of(SchemaViolation.listed(faults, noun));
    } catch (JsonMismatch unreadable) {
      return Optional.of("the %s cannot be read: %s".formatted(noun, unreadable.describe()));
    }
  }

  private static List<SchemaViolation> faults(CompiledSchema full, String json) {
    return VALIDATOR.ask("faults", () -> List.copyOf(full.violations(json)));
  }

  /// A JSON text that was read to its end.
  ///
  /// @param first the type of the whole value
  private record Reading(JsonType first, List<SchemaViolation> faults) {

    /// @throws JsonMismatch if it is not one JSON value, or an object in it has a duplicate
    ///   property
    static Reading of(String json, PlainSchema schema) throws JsonMismatch {
      var in = new JsonTokenReader(json);
      try {
        if (in.next() == JsonToken.END) {
          throw new JsonMismatch("expected a JSON object, got nothing");
        }
        var first = JsonType.of(in.token());
        var faults = schema.faults(in);
        if (!in.isAtEnd()) {
          throw new JsonMismatch("something follows the JSON object");
        }
        return new Reading(first, faults);
      } catch (InvalidJson broken) {
        throw new JsonMismatch(broken.describe());
      }
    }
  }
}
