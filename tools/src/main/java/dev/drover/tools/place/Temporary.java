package dev.drover.tools.place;

import dev.drover.spi.tool.ToolInvocation;
import java.nio.file.Path;

/// Where a file is written before it is moved into its place.
public final class Temporary {
  private Temporary() {}

  /// The same name for every attempt at one call: what an attempt that died has left is taken away
  /// by the next one, and finding it proves that the move did not happen.
  public static Path of(ToolInvocation call) {
    return Path.of(".drover-" + call.idempotencyKey() + ".tmp");
  }
}
