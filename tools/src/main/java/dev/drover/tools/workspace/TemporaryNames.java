package dev.drover.tools.workspace;

import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.tool.ToolInvocation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Names of files and folders before they are moved into place.
///
/// Every attempt at a call uses the same names: files left by an attempt that died are removed by
/// the next one. So a file's name depends on its target path, not on the number of other files: the
/// next attempt only has to make the remaining changes.
public record TemporaryNames(String key) {
  /// Hex digits of a digest that distinguish the files of a call.
  private static final int DIGEST_DIGITS = 16;

  public static TemporaryNames of(ToolInvocation call) {
    return new TemporaryNames(call.idempotencyKey());
  }

  public Path file(WorkspacePath place) {
    var path = Bytes.of(place.path().getBytes(StandardCharsets.UTF_8));
    var name = Blobs.idOf(path).sha256().substring(0, DIGEST_DIGITS);
    return Path.of(".drover-%s.%s.tmp".formatted(key, name));
  }

  public Path folder() {
    return Path.of(".drover-%s.dir".formatted(key));
  }
}
