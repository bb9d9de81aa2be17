package dev.drover.tools.search.line;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads texts in chunks of whole lines, all into the same buffer. A byte order mark is not part of
/// the text; a text with a UTF-16 mark is converted to UTF-8.
///
/// Not safe for use by several threads.
public final class LineChunkReader {
  /// Longer lines are not readable text, and the buffer must be bounded.
  public static final int MAX_LINE_BYTES = 4 << 20;

  private static final int FIRST_SIZE = 256 << 10;

  private byte[] buffer = new byte[FIRST_SIZE];
  private @Nullable ReadableByteChannel source;
  private int filled;
  private int taken;
  private boolean first;
  private boolean ended;

  public void open(ReadableByteChannel text) {
    source = text;
    filled = 0;
    taken = 0;
    first = true;
    ended = false;
  }

  /// Whether the last chunk is the only one of its text.
  public boolean isWhole() {
    return first && ended;
  }

  /// @return null at the end of the text
  /// @throws IOException also if a line is too long
  public @Nullable LineChunk next() throws IOException {
    if (ended) {
      return null;
    }
    first = taken == 0;
    System.arraycopy(buffer, taken, buffer, 0, filled - taken);
    filled -= taken;
    fill();
    int start = first ? skipMark() : 0;
    int end = ended ? filled : lastLineBreak();
    while (end <= start && !ended) {
      grow();
      fill();
      end = ended ? filled : lastLineBreak();
    }
    taken = end;
    return start == end ? null : new LineChunk(buffer, start, end);
  }

  private void fill() throws IOException {
    int read = 1;
    // A read may return no bytes if the next character does not fit.
    while (filled < buffer.length && read > 0) {
      read = read(ByteBuffer.wrap(buffer, filled, buffer.length - filled));
      filled += Math.max(0, read);
    }
    ended = read < 0;
  }

  private int read(ByteBuffer into) throws IOException {
    return source == null ? -1 : source.read(into);
  }

  private int skipMark() throws IOException {
    if (startsWith(0xEF, 0xBB, 0xBF)) {
      return 3;
    }
    if (startsWith(0xFF, 0xFE)) {
      transcode(StandardCharsets.UTF_16LE);
    } else if (startsWith(0xFE, 0xFF)) {
      transcode(StandardCharsets.UTF_16BE);
    }
    return 0;
  }

  private boolean startsWith(int... bytes) {
    if (filled < bytes.length) {
      return false;
    }
    for (int i = 0; i < bytes.length; i++) {
      if ((buffer[i] & 0xFF) != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  private void transcode(Charset charset) throws IOException {
    var rest = source;
    if (rest != null) {
      source = new Utf8Transcoder(Arrays.copyOfRange(buffer, 2, filled), rest, charset);
      filled = 0;
      ended = false;
      fill();
    }
  }

  private int lastLineBreak() {
    for (int i = filled; i > 0; i--) {
      if (buffer[i - 1] == '\n') {
        return i;
      }
    }
    return 0;
  }

  private void grow() throws IOException {
    if (buffer.length >= MAX_LINE_BYTES) {
      throw new IOException("a line has more than %d bytes".formatted(MAX_LINE_BYTES));
    }
    buffer = Arrays.copyOf(buffer, buffer.length * 2);
  }
}
