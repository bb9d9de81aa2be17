package dev.drover.runtime.tool;

import dev.drover.kernel.Text;
import dev.drover.kernel.ToolAnswer;
import dev.drover.kernel.ToolOutcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Turns what a method returned into what the model reads.
final class Results {
  private Results() {}

  static ToolAnswer of(@Nullable Object result) {
    return switch (result) {
      case ToolAnswer answer -> answer;
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
      return succeeded(ObjectJson.write(result));
    } catch (IllegalArgumentException unwritable) {
      return new ToolOutcome.Failed(
          Text.of(
              "it was carried out, but its result, a %s, cannot be written as JSON: %s"
                  .formatted(result.getClass().getName(), unwritable.getMessage())));
    }
  }
}
