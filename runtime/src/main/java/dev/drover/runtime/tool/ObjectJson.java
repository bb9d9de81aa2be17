package dev.drover.runtime.tool;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/// Writes Java objects as JSON: maps, lists, plain values, records and whatever a mapper knows.
final class ObjectJson {
  private ObjectJson() {}

  /// @throws IllegalArgumentException saying what cannot be written
  static String write(Object value) {
    try {
      return OnFirstUse.MAPPER.writeValueAsString(value);
    } catch (JacksonException unwritable) {
      throw new IllegalArgumentException(unwritable.getOriginalMessage(), unwritable);
    } catch (RuntimeException thrown) {
      throw new IllegalArgumentException(Thrown.words(thrown), thrown);
    }
  }

  /// Apart, because a mapper is slow to load and most tools return text.
  private static final class OnFirstUse {
    /// Names and order are those of the source, as in the schema.
    static final JsonMapper MAPPER =
        JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING)
            .addModule(new SimpleModule().addSerializer(Record.class, new RecordWriter()))
            .build();
  }
}
