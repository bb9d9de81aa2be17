package dev.drover.runtime.agent;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.Text;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import java.nio.charset.StandardCharsets;

/// Decides which texts go into events and which are kept beside them.
public final class Texts {
  /// No text inside an event is larger.
  static final int INLINE_LIMIT = 32 * 1024;

  private static final int MAX_BYTES_PER_CHAR = 3;

  private final Blobs blobs;

  public Texts(Blobs blobs) {
    this.blobs = blobs;
  }

  /// Durable when it returns, so an event that holds it may be appended.
  public Text of(String value) {
    if (value.length() <= INLINE_LIMIT / MAX_BYTES_PER_CHAR) {
      return Text.of(value);
    }
    var utf8 = value.getBytes(StandardCharsets.UTF_8);
    return utf8.length <= INLINE_LIMIT
        ? Text.of(value)
        : new Text.Stored(blobs.put(Bytes.of(utf8)), utf8.length);
  }

  /// Puts content into the store that is no text of an event.
  public BlobId keep(byte[] content) {
    return blobs.put(Bytes.of(content));
  }

  /// The same text, moved out of the event if it is too large for it.
  public Text settled(Text text) {
    return text instanceof Text.Inline(var value) ? of(value) : text;
  }

  public String read(Text text) {
    return switch (text) {
      case Text.Inline(var value) -> value;
      case Text.Stored(var blob, _) ->
          blobs
              .get(blob)
              .map(Bytes::toString)
              .orElseThrow(() -> new IllegalStateException("the store has lost blob " + blob));
    };
  }
}
