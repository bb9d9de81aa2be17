package dev.drover.tool;

import dev.drover.internal.schema.JsonMismatch;
import dev.drover.internal.schema.JsonShape;
import dev.drover.internal.schema.JsonShapeFactory;
import dev.drover.internal.schema.ObjectSchema;
import dev.drover.schema.plain.JsonTextWriter;
import dev.drover.schema.plain.JsonToken;
import dev.drover.schema.plain.JsonTokenReader;
import java.util.Optional;

/// The required form of an answer: a JSON object that fits a schema.
public final class AnswerSchema {
  private static final String NAME = "[A-Za-z0-9_-]{1,64}";
  private static final String FENCE = "```";

  /// Cached, because analysing a class costs more than parsing a value of it, and classes do not
  /// change.
  private static final ClassValue<JsonShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected JsonShape computeValue(Class<?> type) {
          return new JsonShapeFactory().of(type, "record " + type.getName());
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
  /// @throws IllegalArgumentException if it is not one, or this runtime cannot validate it; the
  ///   message states the reason
  public static AnswerSchema of(String name, String schema) {
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException(
          "'%s' is not a name; use 1 to 64 letters, digits, '_' or '-'".formatted(name));
    }
    return new AnswerSchema(name, schema);
  }

  /// The schema of a record, built as for the parameters of a tool. [dev.drover.Param] describes
  /// its components.
  ///
  /// @throws IllegalArgumentException if a component has no JSON form
  public static AnswerSchema of(Class<? extends Record> type) {
    var schema = new JsonTextWriter().open();
    shape(type).describe(schema);
    return of(type.getSimpleName(), schema.close().toString());
  }

  private static JsonShape shape(Class<? extends Record> type) {
    return SHAPES.get(type);
  }

  public String name() {
    return name;
  }

  public String schema() {
    return schema;
  }

  /// The JSON object in an answer: all of it, or the text between fences, or between the first
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

  /// The errors of an object, by field, for the model to read.
  ///
  /// @return empty if it fits
  public Optional<String> validationError(String json) {
    return check.validationError(json);
  }

  /// Converts the object to a record.
  ///
  /// @throws IllegalArgumentException if it does not fit the record, or the record refuses it
  public static <R extends Record> R read(Class<R> type, String json) {
    var in = new JsonTokenReader(json);
    try {
      if (in.next() != JsonToken.OBJECT) {
        throw new IllegalArgumentException("expected a JSON object");
      }
      return type.cast(shape(type).read(in));
    } catch (JsonMismatch misfit) {
      throw new IllegalArgumentException(misfit.describe(), misfit);
    }
  }
}
