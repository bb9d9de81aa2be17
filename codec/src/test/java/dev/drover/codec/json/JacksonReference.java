package dev.drover.codec.json;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/// The reference for JSON: maps, lists, strings and numbers as Jackson reads and writes them.
final class JacksonReference {
  private static final JsonFactory PLAIN = new JsonFactory();
  private static final JsonFactory ASCII =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private JacksonReference() {}

  static boolean accepts(byte[] json) {
    try (var parser = PLAIN.createParser(ObjectReadContext.empty(), json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      read(parser, JsonToken.START_OBJECT);
      return parser.nextToken() == null;
    } catch (JacksonException _) {
      return false;
    }
  }

  static @Nullable Object read(byte[] json) {
    try (var parser = PLAIN.createParser(ObjectReadContext.empty(), json)) {
      return read(parser, parser.nextToken());
    }
  }

  private static @Nullable Object read(JsonParser parser, JsonToken token) {
    return switch (token) {
      case START_OBJECT -> {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          fields.put(parser.currentName(), read(parser, parser.nextToken()));
        }
        yield fields;
      }
      case START_ARRAY -> {
        var elements = new ArrayList<@Nullable Object>();
        for (var next = parser.nextToken();
            next != JsonToken.END_ARRAY;
            next = parser.nextToken()) {
          elements.add(read(parser, next));
        }
        yield elements;
      }
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT -> parser.getNumberValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IllegalStateException("unexpected " + token);
    };
  }

  /// An object with one field, every character beyond ASCII escaped.
  static byte[] writeAscii(String name, String text) {
    return write(ASCII, name, text);
  }

  /// An object with one field.
  static byte[] write(String name, String text) {
    return write(PLAIN, name, text);
  }

  private static byte[] write(JsonFactory factory, String name, String text) {
    var out = new ByteArrayOutputStream();
    try (JsonGenerator generator = factory.createGenerator(ObjectWriteContext.empty(), out)) {
      generator.writeStartObject().writeStringProperty(name, text).writeEndObject();
    }
    return out.toByteArray();
  }
}
