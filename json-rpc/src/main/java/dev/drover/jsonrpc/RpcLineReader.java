package dev.drover.jsonrpc;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads messages from a byte stream, one a line, in UTF-8.
///
/// A line that is too long is skipped, of which only both ends are kept, and the next one is read
/// as usual. Blank lines are skipped. A last line without a line feed is read.
///
/// Used by one thread.
public final class RpcLineReader {
  /// For a line with a picture of some megabytes.
  public static final int DEFAULT_LIMIT = 8 * 1024 * 1024;

  private static final int CHUNK = 16 * 1024;
  private static final int KEPT_HEAD = 1024;
  private static final int KEPT_TAIL = 512;

  private final InputStream in;
  private final int limit;
  private byte[] buffer = new byte[CHUNK];

  /// The unread bytes of the buffer are between these.
  private int from;

  private int to;

  /// @param limit the maximum number of bytes of a line
  public RpcLineReader(InputStream in, int limit) {
    if (limit < CHUNK) {
      throw new IllegalArgumentException("the limit of a line is at least %d".formatted(CHUNK));
    }
    this.in = in;
    this.limit = limit;
  }

  /// Blocks until there is a line that is not blank.
  ///
  /// @return null at the end of the stream
  public @Nullable ReadMessage next() throws IOException {
    while (true) {
      int end = endOfLine();
      if (end < 0) {
        return skipLongLine();
      }
      int begin = from;
      boolean last = end == to;
      from = last ? end : end + 1;
      if (!isBlank(begin, end)) {
        var read = RpcJson.read(buffer, begin, end);
        release();
        return read;
      }
      if (last) {
        return null;
      }
    }
  }

  /// @return the index of the line feed, or of the end of the stream; negative if the line is too
  ///   long
  private int endOfLine() throws IOException {
    int searched = from;
    while (true) {
      for (int at = searched; at < to; at++) {
        if (buffer[at] == '\n') {
          return at - from > limit ? -1 : at;
        }
      }
      if (to - from > limit) {
        return -1;
      }
      searched = to - from;
      if (!fill()) {
        return to;
      }
    }
  }

  /// Moves the beginning of the line to the beginning of the buffer, and reads more behind it.
  private boolean fill() throws IOException {
    if (from > 0) {
      System.arraycopy(buffer, from, buffer, 0, to - from);
      to -= from;
      from = 0;
    }
    if (to == buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.min(2 * buffer.length, limit + CHUNK));
    }
    int count = in.read(buffer, to, buffer.length - to);
    to += Math.max(count, 0);
    return count >= 0;
  }

  private ReadMessage skipLongLine() throws IOException {
    var head = Arrays.copyOfRange(buffer, from, from + KEPT_HEAD);
    var tail = new byte[0];
    while (true) {
      int end = indexOfLineFeed();
      tail = joinTail(tail, end < 0 ? to : end);
      from = end < 0 ? to : end + 1;
      if (end >= 0 || !fill()) {
        release();
        return RpcJson.oversized(head, tail, limit);
      }
    }
  }

  private int indexOfLineFeed() {
    for (int at = from; at < to; at++) {
      if (buffer[at] == '\n') {
        return at;
      }
    }
    return -1;
  }

  private byte[] joinTail(byte[] before, int end) {
    int added = Math.min(KEPT_TAIL, end - from);
    int kept = Math.min(before.length, KEPT_TAIL - added);
    var joined = Arrays.copyOfRange(before, before.length - kept, before.length + added);
    System.arraycopy(buffer, end - added, joined, kept, added);
    return joined;
  }

  /// One long line must not hold its memory for the life of the stream.
  private void release() {
    if (buffer.length > 4 * CHUNK && to - from <= CHUNK) {
      buffer = Arrays.copyOf(Arrays.copyOfRange(buffer, from, to), CHUNK);
      to -= from;
      from = 0;
    }
  }

  private boolean isBlank(int begin, int end) {
    for (int at = begin; at < end; at++) {
      if (buffer[at] != ' ' && buffer[at] != '\t' && buffer[at] != '\r') {
        return false;
      }
    }
    return true;
  }
}
