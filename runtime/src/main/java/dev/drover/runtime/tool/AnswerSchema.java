package dev.drover.runtime.tool;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;

/// What a program wants for an answer: a JSON object that fits a schema.
public final class AnswerSchema {
  private static final String NAME = "[A-Za-z0-9_-]{1,64}";
  private static final String FENCE = "```";

  /// Reading a class costs more than reading what fits it, and a class stays as it is.
  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          return new Shapes().of(type, "record " + type.getName());
        }
      };

  private final String name;
  private final String schema;
  private final @Nullable PlainSchema plain;

  private AnswerSchema(String name, String schema) {
    this.name = name;
    this.schema = schema;
    this.plain = PlainSchema.of(schema).orElse(null);
  }

  /// @param schema JSON schema of an object
  /// @throws IllegalArgumentException if it is none, saying why
  public static AnswerSchema of(String name, String schema) {
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException(
          "'%s' is not a name; use 1 to 64 letters, digits, '_' or '-'".formatted(name));
    }
    var made = new AnswerSchema(name, schema);
    if (made.plain == null) {
      made.full();
    }
    return made;
  }

  /// The schema of a record, as that of a tool's parameters. [Param] describes its components.
  ///
  /// @throws IllegalArgumentException if it has a component that no JSON fits
  public static AnswerSchema of(Class<? extends Record> type) {
    var shape = shape(type);
    return of(
        type.getSimpleName(),
        Json.write(
            out -> {
              out.writeStartObject();
              shape.describe(out);
              out.writeEndObject();
            }));
  }

  private static Shape shape(Class<? extends Record> type) {
    return SHAPES.get(type);
  }

  public String name() {
    return name;
  }

  public String schema() {
    return schema;
  }

  /// The JSON object in an answer: all of it, or what stands between fences, or between the first
  /// brace and the last.
  public static String objectIn(String answer) {
    var text = answer.strip();
    int fence = text.indexOf(FENCE);
    if (!text.startsWith("{") && fence >= 0) {
      int from = text.indexOf('\n', fence) + 1;
      int to = text.indexOf(FENCE, from);
      text = from > 0 && to > from ? text.substring(from, to).strip() : text;
    }
    int first = text.indexOf('{');
    int last = text.lastIndexOf('}');
    return first >= 0 && last > first ? text.substring(first, last + 1) : text;
  }

  /// What is wrong with an object, each field by name, for the model to read.
  ///
  /// @return empty if it fits
  public Optional<String> complaint(String json) {
    return plain != null && plain.surelyFits(json) ? Optional.empty() : full().complaint(json);
  }

  private FullSchema full() {
    return FullSchema.compile("answer " + name, "answer", schema);
  }

  /// The object as a value of Java.
  ///
  /// @throws IllegalArgumentException if it does not fit the record, or the record refuses it
  public static <R extends Record> R read(Class<R> type, String json) {
    try (var in = Json.parser(json)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("expected a JSON object");
      }
      return type.cast(shape(type).read(in));
    } catch (Misfit misfit) {
      throw new IllegalArgumentException(misfit.words(), misfit);
    } catch (JacksonException broken) {
      throw new IllegalArgumentException(Misfit.broken(broken).words(), broken);
    }
  }
}
