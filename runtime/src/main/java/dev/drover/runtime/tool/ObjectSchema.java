package dev.drover.runtime.tool;

import dev.drover.runtime.foreign.ForeignCode;
import dev.drover.runtime.foreign.ForeignPart;
import dev.drover.runtime.json.JsonToken;
import dev.drover.runtime.json.JsonTokens;
import dev.drover.runtime.json.NotJson;
import dev.drover.runtime.problem.ForeignCodeFailed;
import dev.drover.spi.schema.CompiledSchema;
import dev.drover.spi.schema.SchemaCompiler;
import dev.drover.spi.schema.SchemaFault;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/// A schema of objects, and words for what does not fit it. Safe for use by many threads.
///
/// Most schemas use a few plain keywords, and are checked by [PlainSchema]. For all others there
/// must be a [SchemaCompiler], which is looked for only then.
final class ObjectSchema {
  private static final ForeignCode VALIDATOR = new ForeignCode(ForeignPart.VALIDATOR, "");

  private final String noun;
  private final PlainSchema plain;

  /// Null if the plain one says it all.
  private final @Nullable CompiledSchema full;

  private ObjectSchema(String noun, PlainSchema plain, @Nullable CompiledSchema full) {
    this.noun = noun;
    this.plain = plain;
    this.full = full;
  }

  /// @param owner whose schema it is, for the message
  /// @param noun what is checked, for the one who reads what is wrong with it
  /// @throws IllegalArgumentException naming the owner
  static ObjectSchema of(String owner, String noun, String schema) {
    try {
      checkForm(schema);
      try {
        return new ObjectSchema(noun, PlainSchemaDraft.read(schema), null);
      } catch (NotPlain more) {
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
    } catch (Misfit unreadable) {
      throw new IllegalArgumentException("cannot be read: " + unreadable.words(), unreadable);
    }
  }

  private static boolean isOfObjects(String schema) {
    var in = new JsonTokens(schema);
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

  private static SchemaCompiler compiler(NotPlain why) {
    return ServiceLoader.load(SchemaCompiler.class)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(why.getMessage(), why));
  }

  /// @return empty if it fits
  Optional<String> complaint(String json) {
    try {
      var reading = Reading.of(json, plain);
      if (reading.first != JsonType.OBJECT) {
        return Optional.of("the %s must be a JSON object, got %s".formatted(noun, reading.first));
      }
      var faults = full == null ? reading.faults : faults(full, json);
      return faults.isEmpty() ? Optional.empty() : Optional.of(SchemaFault.listed(faults, noun));
    } catch (Misfit unreadable) {
      return Optional.of("the %s cannot be read: %s".formatted(noun, unreadable.words()));
    }
  }

  private static List<SchemaFault> faults(CompiledSchema full, String json) {
    return VALIDATOR.ask("faults", () -> List.copyOf(full.faults(json)));
  }

  /// A text that has been read to its end.
  ///
  /// @param first the type of all of it
  private record Reading(JsonType first, List<SchemaFault> faults) {

    /// @throws Misfit if it is not one JSON value, or an object in it has two properties of one
    ///   name
    static Reading of(String json, PlainSchema schema) throws Misfit {
      var in = new JsonTokens(json);
      try {
        if (in.next() == JsonToken.END) {
          throw new Misfit("expected a JSON object, got nothing");
        }
        var first = JsonType.of(in.token());
        var faults = schema.faults(in);
        if (!in.isAtEnd()) {
          throw new Misfit("something follows the JSON object");
        }
        return new Reading(first, faults);
      } catch (NotJson broken) {
        throw new Misfit(broken.words());
      }
    }
  }
}
