package dev.drover.runtime.tool;

import dev.drover.runtime.json.JsonText;
import dev.drover.runtime.json.JsonToken;
import dev.drover.runtime.json.JsonTokens;
import dev.drover.spi.schema.SchemaFault;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The properties of an object, in the order of their declaration. There are no others.
///
/// Plain loops: every lambda is linked when it is first met, which a young JVM waits for.
final class Fields {
  private final List<Field> fields;
  private final List<String> names = new ArrayList<>();

  /// @param place for the message
  /// @throws IllegalArgumentException if two have one name
  Fields(List<Field> fields, String place) {
    this.fields = List.copyOf(fields);
    for (var field : fields) {
      if (names.contains(field.name())) {
        throw new IllegalArgumentException("%s: two are named '%s'".formatted(place, field.name()));
      }
      names.add(field.name());
    }
  }

  void describe(JsonText schema) {
    schema.field("type", "object");
    schema.name("properties");
    schema.open();
    var required = new ArrayList<String>();
    for (var field : fields) {
      field.describe(schema);
      if (field.isRequired()) {
        required.add(field.name());
      }
    }
    schema.close();
    if (!required.isEmpty()) {
      schema.name("required");
      schema.openList();
      for (var name : required) {
        schema.string(name);
      }
      schema.closeList();
    }
    schema.field("additionalProperties", false);
  }

  /// The values of all fields, in their order.
  @Nullable Object[] read(JsonTokens in) throws Misfit {
    if (in.token() != JsonToken.OBJECT) {
      throw Misfit.wanted(JsonType.OBJECT, JsonType.of(in.token()));
    }
    @Nullable Object[] values = new Object[fields.size()];
    var given = new boolean[values.length];
    int place = -1;
    while (in.next() != JsonToken.END_OBJECT) {
      place = in.place(names, place + 1);
      if (place < 0) {
        var name = in.text();
        throw new Misfit(SchemaFault.unknown(name, names).words()).under(name);
      }
      if (given[place]) {
        throw new Misfit("given twice").under(names.get(place));
      }
      in.next();
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
