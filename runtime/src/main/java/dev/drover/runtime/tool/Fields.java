package dev.drover.runtime.tool;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// The properties of an object, in the order of their declaration. There are no others.
final class Fields {
  private final List<Field> fields;
  private final Map<String, Integer> places = new HashMap<>();

  /// @param place for the message
  /// @throws IllegalArgumentException if two have one name
  Fields(List<Field> fields, String place) {
    this.fields = List.copyOf(fields);
    for (int i = 0; i < fields.size(); i++) {
      var name = fields.get(i).name();
      if (places.put(name, i) != null) {
        throw new IllegalArgumentException("%s: two are named '%s'".formatted(place, name));
      }
    }
  }

  void describe(JsonGenerator schema) {
    schema.writeStringProperty("type", "object");
    schema.writeName("properties");
    schema.writeStartObject();
    fields.forEach(field -> field.describe(schema));
    schema.writeEndObject();
    if (fields.stream().anyMatch(Field::isRequired)) {
      schema.writeName("required");
      schema.writeStartArray();
      fields.stream().filter(Field::isRequired).forEach(field -> schema.writeString(field.name()));
      schema.writeEndArray();
    }
    schema.writeBooleanProperty("additionalProperties", false);
  }

  /// The values of all fields, in their order.
  @Nullable Object[] read(JsonParser in) throws Misfit {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      throw Misfit.wanted(JsonType.OBJECT, JsonType.of(in.currentToken()));
    }
    @Nullable Object[] values = new Object[fields.size()];
    var given = new boolean[values.length];
    while (in.nextToken() != JsonToken.END_OBJECT) {
      var name = in.currentName();
      var place = places.get(name);
      if (place == null) {
        throw new Misfit(CloseNames.unknown(name, places.keySet())).under(name);
      }
      if (given[place]) {
        throw new Misfit("given twice").under(name);
      }
      in.nextToken();
      values[place] = fields.get(place).read(in);
      given[place] = true;
    }
    for (int i = 0; i < values.length; i++) {
      if (!given[i]) {
        values[i] = fields.get(i).absent();
      }
    }
    return values;
  }
}
