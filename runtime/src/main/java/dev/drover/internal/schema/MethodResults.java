package dev.drover.internal.schema;

import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Converts the result of a method to the text for the model.
public final class MethodResults {
  private MethodResults() {}

  public static ToolAnswer of(@Nullable Object result) {
    return switch (result) {
      case ToolAnswer answer -> answer;
      case CharSequence text -> succeeded(text.toString());
      case Optional<?> optional -> of(optional.orElse(null));
      case null -> succeeded("null");
      default -> written(result);
    };
  }

  public static ToolOutcome succeeded(String text) {
    return new ToolOutcome.Succeeded(Text.of(text));
  }

  /// An exception of the result object while it is read does not undo the call.
  private static ToolOutcome written(Object result) {
    try {
      return succeeded(ObjectJson.write(result));
    } catch (IllegalArgumentException unwritable) {
      return new ToolOutcome.Failed(
          Text.of(
              "it was carried out, but its result, a %s, cannot be written as JSON: %s"
                  .formatted(result.getClass().getName(), unwritable.getMessage())));
    }
  }
}
