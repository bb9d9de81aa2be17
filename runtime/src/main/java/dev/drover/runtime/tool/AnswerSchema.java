package dev.drover.runtime.tool;

import dev.drover.runtime.json.JsonText;
import dev.drover.runtime.json.JsonToken;
import dev.drover.runtime.json.JsonTokens;
import java.util.Optional;

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
  private final ObjectSchema check;

  private AnswerSchema(String name, String schema) {
    this.name = name;
    this.schema = schema;
    this.check = ObjectSchema.of("answer " + name, "answer", schema);
  }

  /// @param schema JSON schema of an object
  /// @throws IllegalArgumentException if it is none, or nobody here can check it, saying why
  public static AnswerSchema of(String name, String schema) {
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException(
          "'%s' is not a name; use 1 to 64 letters, digits, '_' or '-'".formatted(name));
    }
    return new AnswerSchema(name, schema);
  }

  /// The schema of a record, as that of a tool's parameters. [Param] describes its components.
  ///
  /// @throws IllegalArgumentException if it has a component that no JSON fits
  public static AnswerSchema of(Class<? extends Record> type) {
    var schema = new JsonText().open();
    shape(type).describe(schema);
    return of(type.getSimpleName(), schema.close().toString());
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
    return check.complaint(json);
  }

  /// The object as a value of Java.
  ///
  /// @throws IllegalArgumentException if it does not fit the record, or the record refuses it
  public static <R extends Record> R read(Class<R> type, String json) {
    var in = new JsonTokens(json);
    try {
      if (in.next() != JsonToken.OBJECT) {
        throw new IllegalArgumentException("expected a JSON object");
      }
      return type.cast(shape(type).read(in));
    } catch (Misfit misfit) {
      throw new IllegalArgumentException(misfit.words(), misfit);
    }
  }
}
