package dev.drover.runtime.perform;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// A text as a stream of its bytes in UTF-8, encoded a part at a time: a large text is never there
/// twice. Belongs to one thread.
final class EncodedText extends InputStream {
  private static final int PART = 16 * 1024;

  private final String text;
  private int next;
  private byte[] part = new byte[0];
  private int used;

  EncodedText(String text) {
    this.text = text;
  }

  @Override
  public int read() {
    return isAtEnd() ? -1 : part[used++] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (isAtEnd()) {
      return -1;
    }
    int count = Math.min(length, part.length - used);
    System.arraycopy(part, used, into, offset, count);
    used += count;
    return count;
  }

  private boolean isAtEnd() {
    if (used == part.length) {
      int end = Math.min(text.length(), next + PART);
      if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
        end--;
      }
      part = text.substring(next, end).getBytes(StandardCharsets.UTF_8);
      next = end;
      used = 0;
    }
    return part.length == 0;
  }
}
