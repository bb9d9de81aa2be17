package dev.drover.kernel.check;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rejects nulls by name where they enter. Later their source cannot be found.
public final class NullChecks {
  private NullChecks() {}

  /// @param name of the required value, such as `ModelReply.usage`
  /// @throws NullPointerException naming it
  public static <T> T nonNull(@Nullable T value, String name) {
    if (value == null) {
      throw new NullPointerException(name + " must not be null");
    }
    return value;
  }

  /// An immutable copy.
  ///
  /// @param name of the list, which must not be null or contain null
  /// @throws NullPointerException naming it, or the index of the null in it
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
