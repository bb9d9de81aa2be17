package dev.drover.tools.search;

import dev.drover.spi.tool.ToolSpec;
import java.nio.charset.StandardCharsets;

/// Text for the model that grows row by row, as long as there is room.
final class Output {
  /// What stands below the rows has its place too.
  private static final int MAX_BYTES = ToolSpec.DEFAULT_OUTPUT_LIMIT - 1_024;

  private final StringBuilder text = new StringBuilder();
  private int bytes;

  /// The first row always has room: a call must get on.
  ///
  /// @return whether it was added
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
