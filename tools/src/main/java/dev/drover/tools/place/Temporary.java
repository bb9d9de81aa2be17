package dev.drover.tools.place;

import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.tool.ToolInvocation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// What files and folders are called before they are moved into their place.
///
/// The same names for every attempt at one call: what an attempt that died has left is taken away
/// by the next one. So a file's name follows from where it goes to, and not from how many others
/// there are: the next attempt has only the rest to do.
public record Temporary(String key) {
  /// Letters of a digest that tell the files of a call from each other.
  private static final int TELLING = 16;

  public static Temporary of(ToolInvocation call) {
    return new Temporary(call.idempotencyKey());
  }

  public Path file(Place place) {
    var path = Bytes.of(place.path().getBytes(StandardCharsets.UTF_8));
    var name = Blobs.nameOf(path).sha256().substring(0, TELLING);
    return Path.of(".drover-%s.%s.tmp".formatted(key, name));
  }

  public Path folder() {
    return Path.of(".drover-%s.dir".formatted(key));
  }
}
