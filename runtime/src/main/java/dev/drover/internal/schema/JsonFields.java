package dev.drover.internal.schema;

import dev.drover.schema.plain.JsonTextWriter;
import dev.drover.schema.plain.JsonToken;
import dev.drover.schema.plain.JsonTokenReader;
import dev.drover.schema.plain.JsonType;
import dev.drover.spi.schema.SchemaCompiler.SchemaViolation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The properties of an object, in the order of their declaration. Others are not allowed.
///
/// Plain loops: every lambda is linked at its first use, which delays a newly started JVM.
public final class JsonFields {
  private final List<JsonField> fields;
  private final List<String> names = new ArrayList<>();

  /// @param place for the message
  /// @throws IllegalArgumentException if two have one name
  public JsonFields(List<JsonField> fields, String place) {
    this.fields = List.copyOf(fields);
    for (var field : fields) {
      if (names.contains(field.name())) {
        throw new IllegalArgumentException("%s: two are named '%s'".formatted(place, field.name()));
      }
      names.add(field.name());
    }
  }

  public void describe(JsonTextWriter schema) {
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
  public @Nullable Object[] read(JsonTokenReader in) throws JsonMismatch {
    if (in.token() != JsonToken.OBJECT) {
      throw JsonMismatch.wanted(JsonType.OBJECT, JsonType.of(in.token()));
    }
    @Nullable Object[] values = new Object[fields.size()];
    var given = new boolean[values.length];
    int place = -1;
    while (in.next() != JsonToken.END_OBJECT) {
      place = in.place(names, place + 1);
      if (place < 0) {
        var name = in.text();
        throw new JsonMismatch(SchemaViolation.unknown(name, names).message()).under(name);
      }
      if (given[place]) {
        throw new JsonMismatch("given twice").under(names.get(place));
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
