package dev.drover.tools.search;

import dev.drover.spi.tool.ToolSpec;
import java.nio.charset.StandardCharsets;

/// Text for the model that grows row by row up to a limit.
final class SearchOutput {
  /// Leaves room for the text below the rows.
  private static final int MAX_BYTES = ToolSpec.DEFAULT_OUTPUT_LIMIT - 1_024;

  private final StringBuilder text = new StringBuilder();
  private int bytes;

  /// The first row is always added, so that every call makes progress.
  ///
  /// @return whether the rows were added
  boolean add(String rows) {
    int more = rows.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > 0 && bytes + more > MAX_BYTES) {
      return false;
    }
    text.append(rows);
    bytes += more;
    return true;
  }

  boolean isEmpty() {
    return bytes == 0;
  }

  String text() {
    return text.toString();
  }
}
