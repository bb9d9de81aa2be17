package dev.drover.spi.text;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/// A stream that arrives in parts, of which one is in memory at a time. Belongs to one thread.
public abstract class ChunkedInputStream extends InputStream {
  private byte[] part = new byte[0];
  private int used;

  protected ChunkedInputStream() {}

  /// @return an empty array at the end, and only there
  protected abstract byte[] nextPart() throws IOException;

  @Override
  public final int read() throws IOException {
    return fill() ? part[used++] & 0xFF : -1;
  }

  @Override
  public final int read(byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, part.length - used);
    System.arraycopy(part, used, into, offset, count);
    used += count;
    return count;
  }

  /// Reads the next part if this one is used up.
  ///
  /// @return false at the end
  private boolean fill() throws IOException {
    if (used == part.length) {
      part = nextPart();
      used = 0;
    }
    return part.length > 0;
  }
}
