package dev.drover.mcp.transport;

import dev.drover.spi.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Reads the events of a stream, in UTF-8. The size of an event is bounded, since a server that
/// never ends one would fill the heap.
///
/// Used by one thread.
final class EventStreamReader {
  private static final int CHUNK = 8 * 1024;
  private static final Duration LONGEST_RETRY = Duration.ofMinutes(5);

  private final InputStream in;
  private final int limit;
  private final byte[] buffer = new byte[CHUNK];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final ByteArrayOutputStream data = new ByteArrayOutputStream();
  private int from;
  private int to;
  private boolean afterReturn;
  private boolean hasData;
  private String id = "";
  private @Nullable Duration retry;

  /// @param limit the maximum number of bytes of an event
  EventStreamReader(InputStream in, int limit) {
    this.in = in;
    this.limit = limit;
  }

  /// Blocks until there is an event. An event without its empty line at the end is dropped.
  ///
  /// @return null at the end
  @Nullable StreamEvent next() throws IOException {
    while (readLine()) {
      if (line.size() > 0) {
        field(line.toByteArray());
      } else if (hasData) {
        var event = new StreamEvent(id, Bytes.of(data.toByteArray()));
        data.reset();
        hasData = false;
        return event;
      }
    }
    return null;
  }

  /// The time that the server wants to be left alone before the stream is opened again.
  ///
  /// @return null if it did not say
  @Nullable Duration retry() {
    return retry;
  }

  /// Lines end with CR, LF or both.
  private boolean readLine() throws IOException {
    line.reset();
    while (true) {
      if (from == to && !fill()) {
        return false;
      }
      byte next = buffer[from++];
      boolean second = next == '\n' && afterReturn;
      afterReturn = next == '\r';
      if (second) {
        continue;
      }
      if (next == '\n' || next == '\r') {
        return true;
      }
      if (line.size() + data.size() >= limit) {
        throw new IOException("an event of the stream is longer than %d bytes".formatted(limit));
      }
      line.write(next);
    }
  }

  private boolean fill() throws IOException {
    from = 0;
    to = Math.max(0, in.read(buffer));
    return to > 0;
  }

  private void field(byte[] whole) {
    int colon = 0;
    while (colon < whole.length && whole[colon] != ':') {
      colon++;
    }
    int value = Math.min(colon + 1, whole.length);
    if (value < whole.length && whole[value] == ' ') {
      value++;
    }
    var name = new String(whole, 0, colon, StandardCharsets.UTF_8);
    switch (name) {
      case "data" -> {
        if (hasData) {
          data.write('\n');
        }
        hasData = true;
        data.write(whole, value, whole.length - value);
      }
      case "id" -> id = new String(whole, value, whole.length - value, StandardCharsets.UTF_8);
      case "retry" ->
          retry = duration(new String(whole, value, whole.length - value, StandardCharsets.UTF_8));
      default -> {
        // Comments, and fields that nobody knows.
      }
    }
  }

  private @Nullable Duration duration(String text) {
    if (!text.matches("[0-9]{1,9}")) {
      return retry;
    }
    var wanted = Duration.ofMillis(Long.parseLong(text));
    return wanted.compareTo(LONGEST_RETRY) < 0 ? wanted : LONGEST_RETRY;
  }
}
