package dev.drover.tools.place;

import dev.drover.spi.tool.ToolInvocation;
import java.nio.file.Path;

/// What files and folders are called before they are moved into their place.
///
/// The same names for every attempt at one call: what an attempt that died has left is taken away
/// by the next one.
public record Temporary(String key) {
  public static Temporary of(ToolInvocation call) {
    return new Temporary(call.idempotencyKey());
  }

  /// @param number which of the call's files it is
  public Path file(int number) {
    return Path.of(".drover-%s.%d.tmp".formatted(key, number));
  }

  public Path folder() {
    return Path.of(".drover-%s.dir".formatted(key));
  }
}
