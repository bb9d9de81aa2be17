package dev.drover.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Refuses nulls where they come in, by name. Later nobody knows where they came from.
public final class NullChecks {
  private NullChecks() {}

  /// @param name what must be there, such as `ModelReply.usage`
  /// @throws NullPointerException naming it
  public static <T> T nonNull(@Nullable T value, String name) {
    if (value == null) {
      throw new NullPointerException(name + " must not be null");
    }
    return value;
  }

  /// A copy that nobody changes.
  ///
  /// @param name what must be there, and have no null in it
  /// @throws NullPointerException naming it, or the place of the null in it
  public static <T> List<T> list(@Nullable List<? extends T> values, String name) {
    List<? extends T> given = nonNull(values, name);
    try {
      return List.copyOf(given);
    } catch (NullPointerException holed) {
      throw new NullPointerException("%s[%d] must not be null".formatted(name, firstNull(given)));
    }
  }

  private static int firstNull(List<?> values) {
    int index = 0;
    for (Object value : values) {
      if (value == null) {
        return index;
      }
      index++;
    }
    return index;
  }
}
