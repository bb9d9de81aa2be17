package dev.drover.runtime.tool;

import dev.drover.runtime.tool.PlainSchema.Members;
import dev.drover.runtime.tool.PlainSchema.Property;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;

/// One object of a schema while it is being read. As soon as something is more than plain, reading
/// stops.
final class PlainSchemaDraft {
  private Set<JsonType> types = EnumSet.allOf(JsonType.class);
  private Map<String, Property> known = Map.of();
  private List<String> required = List.of();
  private @Nullable PlainSchema others = PlainSchema.ANYTHING;
  private @Nullable PlainSchema items = PlainSchema.ANYTHING;
  private @Nullable Set<String> words;
  private long min = Long.MIN_VALUE;
  private long max = Long.MAX_VALUE;

  private PlainSchemaDraft() {}

  /// @return null if the schema is more than plain
  static @Nullable PlainSchema read(JsonParser in) {
    if (in.currentToken() == JsonToken.VALUE_TRUE) {
      return PlainSchema.ANYTHING;
    }
    if (in.currentToken() == JsonToken.VALUE_FALSE) {
      return PlainSchema.NOTHING;
    }
    if (in.currentToken() != JsonToken.START_OBJECT) {
      return null;
    }
    var draft = new PlainSchemaDraft();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      var keyword = in.currentName();
      in.nextToken();
      if (!draft.takes(keyword, in)) {
        return null;
      }
    }
    return draft.finished();
  }

  private boolean takes(String keyword, JsonParser in) {
    return switch (keyword) {
      case "type" -> takesTypes(in);
      case "properties" -> takesProperties(in);
      case "required" -> {
        var names = strings(in);
        required = names == null ? List.of() : names;
        yield names != null;
      }
      case "additionalProperties" -> {
        others = read(in);
        yield others != null;
      }
      case "items" -> {
        items = read(in);
        yield items != null;
      }
      case "enum" -> {
        var constants = strings(in);
        words = constants == null ? null : new HashSet<>(constants);
        yield constants != null;
      }
      case "minimum" -> {
        min = isLong(in) ? in.getLongValue() : min;
        yield isLong(in);
      }
      case "maximum" -> {
        max = isLong(in) ? in.getLongValue() : max;
        yield isLong(in);
      }
      case "title", "description" -> in.currentToken() == JsonToken.VALUE_STRING;
      case "default" -> {
        in.skipChildren();
        yield true;
      }
      default -> false;
    };
  }

  private boolean takesTypes(JsonParser in) {
    var names = in.currentToken() == JsonToken.VALUE_STRING ? List.of(in.getString()) : strings(in);
    if (names == null || names.isEmpty()) {
      return false;
    }
    types = EnumSet.noneOf(JsonType.class);
    names.forEach(name -> JsonType.named(name).ifPresent(types::add));
    return types.size() == names.size();
  }

  private boolean takesProperties(JsonParser in) {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      return false;
    }
    known = new HashMap<>();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      var name = in.currentName();
      in.nextToken();
      var schema = read(in);
      boolean isNew = schema != null && known.put(name, new Property(known.size(), schema)) == null;
      if (!isNew || known.size() > Long.SIZE) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable List<String> strings(JsonParser in) {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      return null;
    }
    var strings = new ArrayList<String>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (in.currentToken() != JsonToken.VALUE_STRING) {
        return null;
      }
      strings.add(in.getString());
    }
    return strings;
  }

  private static boolean isLong(JsonParser in) {
    return in.currentToken() == JsonToken.VALUE_NUMBER_INT
        && in.getNumberType() != NumberType.BIG_INTEGER;
  }

  private @Nullable PlainSchema finished() {
    long mask = 0;
    for (var name : required) {
      var property = known.get(name);
      if (property == null) {
        return null;
      }
      mask |= 1L << property.place();
    }
    if (words != null) {
      types.retainAll(EnumSet.of(JsonType.STRING));
    }
    return new PlainSchema(types, new Members(known, mask, others), items, words, min, max);
  }
}
