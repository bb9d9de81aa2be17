package dev.drover.runtime.tool;

import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/// Turns what a method returned into what the model reads.
final class Results {
  private Results() {}

  static ToolOutcome of(@Nullable Object result) {
    return switch (result) {
      case ToolOutcome outcome -> outcome;
      case CharSequence text -> succeeded(text.toString());
      case Optional<?> optional -> of(optional.orElse(null));
      case null -> succeeded("null");
      default -> written(result);
    };
  }

  static ToolOutcome succeeded(String text) {
    return new ToolOutcome.Succeeded(Text.of(text));
  }

  /// What the object throws while it is being read does not undo the call.
  private static ToolOutcome written(Object result) {
    try {
      return succeeded(OnFirstUse.MAPPER.writeValueAsString(result));
    } catch (RuntimeException unwritable) {
      var why =
          unwritable instanceof JacksonException known
              ? known.getOriginalMessage()
              : Thrown.words(unwritable);
      return new ToolOutcome.Failed(
          Text.of(
              "it was carried out, but its result, a %s, cannot be written as JSON: %s"
                  .formatted(result.getClass().getName(), why)));
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
