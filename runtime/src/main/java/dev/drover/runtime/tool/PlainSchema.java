package dev.drover.runtime.tool;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;

/// A schema that uses plain keywords only, checked token by token, without building anything.
///
/// It is sure of a yes and never of a no: what it does not follow (a whole number written as `1.0`,
/// a property given twice, JSON that is broken) somebody else must look at.
///
/// @param words the only strings that fit; null for any
/// @param min for whole numbers, as is `max`
record PlainSchema(
    Set<JsonType> types,
    Members members,
    @Nullable PlainSchema items,
    @Nullable Set<String> words,
    long min,
    long max) {

  /// Fits every value that has no other values inside.
  static final PlainSchema ANYTHING = ofTypes(EnumSet.allOf(JsonType.class));

  static final PlainSchema NOTHING = ofTypes(EnumSet.noneOf(JsonType.class));

  private static PlainSchema ofTypes(Set<JsonType> types) {
    return new PlainSchema(types, Members.UNKNOWN, null, null, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /// What an object may hold.
  ///
  /// @param required a bit for each property that must be there, by its place
  /// @param others what all other properties must fit; null if nothing is known about them
  record Members(Map<String, Property> known, long required, @Nullable PlainSchema others) {
    static final Members UNKNOWN = new Members(Map.of(), 0, null);
  }

  record Property(int place, PlainSchema schema) {}

  /// @return empty if the schema is more than plain, or is broken
  static Optional<PlainSchema> of(String schema) {
    try (var in = Json.parser(schema)) {
      in.nextToken();
      var root = PlainSchemaDraft.read(in);
      return root != null && root.types.equals(Set.of(JsonType.OBJECT)) && in.nextToken() == null
          ? Optional.of(root)
          : Optional.empty();
    } catch (JacksonException broken) {
      return Optional.empty();
    }
  }

  boolean surelyFits(String json) {
    try (var in = Json.parser(json)) {
      return in.nextToken() == JsonToken.START_OBJECT && fits(in) && in.nextToken() == null;
    } catch (JacksonException broken) {
      return false;
    }
  }

  private boolean fits(JsonParser in) {
    return switch (in.currentToken()) {
      case VALUE_STRING ->
          allows(JsonType.STRING) && (words == null || words.contains(in.getString()));
      case VALUE_NUMBER_INT -> (allows(JsonType.INTEGER) || allows(JsonType.NUMBER)) && inRange(in);
      case VALUE_NUMBER_FLOAT -> allows(JsonType.NUMBER) && isUnbounded();
      case VALUE_TRUE, VALUE_FALSE -> allows(JsonType.BOOLEAN);
      case VALUE_NULL -> allows(JsonType.NULL);
      case START_OBJECT -> allows(JsonType.OBJECT) && membersFit(in);
      case START_ARRAY -> allows(JsonType.ARRAY) && items != null && itemsFit(items, in);
      case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE -> false;
    };
  }

  private boolean allows(JsonType type) {
    return types.contains(type);
  }

  private boolean isUnbounded() {
    return min == Long.MIN_VALUE && max == Long.MAX_VALUE;
  }

  private boolean inRange(JsonParser in) {
    if (isUnbounded()) {
      return true;
    }
    if (in.getNumberType() == NumberType.BIG_INTEGER) {
      return false;
    }
    long value = in.getLongValue();
    return min <= value && value <= max;
  }

  private static boolean itemsFit(PlainSchema items, JsonParser in) {
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (!items.fits(in)) {
        return false;
      }
    }
    return true;
  }

  private boolean membersFit(JsonParser in) {
    long seen = 0;
    Set<String> seenOthers = null;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      var name = in.currentName();
      in.nextToken();
      var property = members.known.get(name);
      if (property == null) {
        seenOthers = seenOthers == null ? new HashSet<>() : seenOthers;
        if (members.others == null || !seenOthers.add(name) || !members.others.fits(in)) {
          return false;
        }
      } else {
        long bit = 1L << property.place;
        if ((seen & bit) != 0 || !property.schema.fits(in)) {
          return false;
        }
        seen |= bit;
      }
    }
    return (seen & members.required) == members.required;
  }
}
