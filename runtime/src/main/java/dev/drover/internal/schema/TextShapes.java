package dev.drover.internal.schema;

import dev.drover.schema.plain.JsonTextWriter;
import dev.drover.schema.plain.JsonToken;
import dev.drover.schema.plain.JsonTokenReader;
import dev.drover.schema.plain.JsonType;
import dev.drover.spi.text.SentenceExcerpt;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.LinkedHashMap;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The shapes that are written as JSON strings.
final class TextShapes {
  private TextShapes() {}

  /// Created on demand: a table of all shapes would make the first tool wait until all their
  /// methods are linked.
  ///
  /// @return null if it is not written as a string
  static @Nullable JsonShape of(Class<?> type) {
    return switch (type.getName()) {
      case "java.lang.String" -> new TextShape("", "text", text -> text);
      case "char", "java.lang.Character" -> new OneCharacter();
      case "java.time.Instant" ->
          new TextShape("date-time", "an instant like 2026-03-01T10:00:00Z", Instant::parse);
      case "java.time.LocalDate" ->
          new TextShape("date", "a date like 2026-03-01", LocalDate::parse);
      case "java.time.LocalTime" -> new TextShape("", "a time like 10:00:00", LocalTime::parse);
      case "java.time.LocalDateTime" ->
          new TextShape("", "a date and time like 2026-03-01T10:00:00", LocalDateTime::parse);
      case "java.time.Duration" ->
          new TextShape("duration", "a duration like PT1H30M", Duration::parse);
      case "java.util.UUID" ->
          new TextShape(
              "uuid", "a UUID like 123e4567-e89b-12d3-a456-426614174000", UUID::fromString);
      case "java.net.URI" -> new TextShape("uri", "a URI like https://example.com/", URI::create);
      default -> null;
    };
  }

  static JsonShape ofEnum(Class<?> type) {
    var constants = new LinkedHashMap<String, Object>();
    for (var constant : type.getEnumConstants()) {
      constants.put(((Enum<?>) constant).name(), constant);
    }
    return new OneOf(constants);
  }

  static String read(JsonTokenReader in) throws JsonMismatch {
    if (in.token() != JsonToken.STRING) {
      throw JsonMismatch.wanted(JsonType.STRING, JsonType.of(in.token()));
    }
    return in.text();
  }

  /// @param format the name of the format in JSON schema, or empty
  private record TextShape(String format, String words, Function<String, Object> parse)
      implements JsonShape {
    @Override
    public void describe(JsonTextWriter schema) {
      schema.field("type", "string");
      if (!format.isEmpty()) {
        schema.field("format", format);
      }
    }

    @Override
    public Object read(JsonTokenReader in) throws JsonMismatch {
      var text = TextShapes.read(in);
      try {
        return parse.apply(text);
      } catch (DateTimeException | IllegalArgumentException unreadable) {
        throw JsonMismatch.wanted(words, "'%s'".formatted(SentenceExcerpt.of(text)));
      }
    }

    @Override
    public boolean isText() {
      return true;
    }
  }

  private record OneCharacter() implements JsonShape {
    @Override
    public void describe(JsonTextWriter schema) {
      schema.field("type", "string");
      schema.field("minLength", 1);
      schema.field("maxLength", 1);
    }

    @Override
    public Object read(JsonTokenReader in) throws JsonMismatch {
      var text = TextShapes.read(in);
      if (text.length() != 1) {
        throw JsonMismatch.wanted("one character", "'%s'".formatted(SentenceExcerpt.of(text)));
      }
      return text.charAt(0);
    }

    @Override
    public boolean isText() {
      return true;
    }
  }

  private record OneOf(LinkedHashMap<String, Object> constants) implements JsonShape {
    @Override
    public void describe(JsonTextWriter schema) {
      schema.field("type", "string");
      schema.name("enum");
      schema.openList();
      constants.keySet().forEach(schema::string);
      schema.closeList();
    }

    @Override
    public Object read(JsonTokenReader in) throws JsonMismatch {
      var text = TextShapes.read(in);
      var constant = constants.get(text);
      if (constant == null) {
        throw JsonMismatch.wanted(
            "one of " + String.join(", ", constants.keySet()),
            "'%s'".formatted(SentenceExcerpt.of(text)));
      }
      return constant;
    }

    @Override
    public boolean isText() {
      return true;
    }
  }
}
