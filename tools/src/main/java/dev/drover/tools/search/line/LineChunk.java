package dev.drover.tools.search.line;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Whole lines of a text, as bytes. The bytes belong to a [LineChunkReader] and are valid until its
/// next read.
public final class LineChunk {
  private final byte[] bytes;
  private final int start;
  private final int end;
  private @Nullable String characters;

  /// @param start of the first line
  /// @param end after the last line and its line break, if it has one
  public LineChunk(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  @SuppressWarnings("EffectivelyPrivate")
  public byte[] bytes() {
    return bytes;
  }

  public int start() {
    return start;
  }

  public int end() {
    return end;
  }

  /// The bytes as characters with the same values, from the beginning of the array, because
  /// searching a string is vectorized.
  String characters() {
    if (characters == null) {
      characters = new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
    }
    return characters;
  }

  public boolean hasZero() {
    return characters().indexOf('\0', start) >= 0;
  }

  /// @return the end of the line that contains this offset, without its line break
  public int endOfLine(int at) {
    for (int i = at; i < end; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return end;
  }

  public String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }
}
