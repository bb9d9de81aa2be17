package dev.drover.internal.tool;

import dev.drover.spi.text.ChunkedInputStream;
import java.nio.charset.StandardCharsets;

/// A text as a stream of its bytes in UTF-8, encoded a part at a time: a large text is never in
/// memory twice.
final class Utf8TextStream extends ChunkedInputStream {
  private static final int PART = 16 * 1024;

  private final String text;
  private int next;

  Utf8TextStream(String text) {
    this.text = text;
  }

  @Override
  protected byte[] nextPart() {
    int end = Math.min(text.length(), next + PART);
    if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    var part = text.substring(next, end).getBytes(StandardCharsets.UTF_8);
    next = end;
    return part;
  }
}
