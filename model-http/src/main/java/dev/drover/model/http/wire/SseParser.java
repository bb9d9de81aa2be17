package dev.drover.model.http.wire;

import dev.drover.spi.store.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Finds the events in a stream of bytes that arrives in pieces.
///
/// It works on bytes because every byte that has a meaning here is ASCII, and no byte of a longer
/// UTF-8 character is: so a piece may end anywhere, also inside a character. Lines end with CR, LF
/// or both. An event that has not seen its empty line when the stream ends is none, and what an
/// event may hold is bounded, since a server that never ends one would fill the heap.
///
/// Used by one thread.
public final class SseParser {
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final int limit;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final ByteArrayOutputStream data = new ByteArrayOutputStream();
  private String type = "";
  private boolean hasData;
  private boolean afterReturn;
  private boolean atStart = true;

  /// @param limit how many bytes an event may have
  public SseParser(int limit) {
    this.limit = limit;
  }

  /// @return the events that ended within this piece
  /// @throws WireBroken if an event is too large
  public List<SseEvent> feed(ByteBuffer piece) throws WireBroken {
    var events = new ArrayList<SseEvent>();
    while (piece.hasRemaining()) {
      byte next = piece.get();
      boolean secondHalf = afterReturn && next == '\n';
      afterReturn = next == '\r';
      if (next == '\n' || next == '\r') {
        if (!secondHalf) {
          endLine(events);
        }
      } else {
        line.write(next);
        if (line.size() + data.size() > limit) {
          throw new WireBroken(WireBroken.How.TOO_LARGE, "an event of more than " + limit, null);
        }
      }
    }
    return events;
  }

  private void endLine(List<SseEvent> events) {
    var bytes = line.toByteArray();
    line.reset();
    int from = atStart && startsWithMark(bytes) ? BYTE_ORDER_MARK.length : 0;
    atStart = false;
    if (bytes.length > from) {
      field(bytes, from);
      return;
    }
    if (hasData) {
      events.add(new SseEvent(type, Bytes.of(data.toByteArray())));
    }
    data.reset();
    hasData = false;
    type = "";
  }

  private void field(byte[] bytes, int from) {
    int colon = from;
    while (colon < bytes.length && bytes[colon] != ':') {
      colon++;
    }
    int value = Math.min(colon + 1, bytes.length);
    if (value < bytes.length && bytes[value] == ' ') {
      value++;
    }
    // A line that begins with a colon is a comment: its field has no name, so nobody takes it.
    switch (text(bytes, from, colon)) {
      case "data" -> append(bytes, value);
      case "event" -> type = text(bytes, value, bytes.length);
      default -> {}
    }
  }

  private void append(byte[] bytes, int from) {
    if (hasData) {
      data.write('\n');
    }
    data.write(bytes, from, bytes.length - from);
    hasData = true;
  }

  private static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  private static boolean startsWithMark(byte[] bytes) {
    return bytes.length >= BYTE_ORDER_MARK.length
        && bytes[0] == BYTE_ORDER_MARK[0]
        && bytes[1] == BYTE_ORDER_MARK[1]
        && bytes[2] == BYTE_ORDER_MARK[2];
  }
}
