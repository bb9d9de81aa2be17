package dev.drover.model.http.transport;

import dev.drover.spi.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Parses the events in a stream of bytes that arrives in pieces.
///
/// It works on bytes because every byte with a meaning here is ASCII, and no byte of a longer UTF-8
/// character is: so a piece may end anywhere, also inside a character. Lines end with CR, LF or
/// both. An event without its empty line at the end of the stream is dropped, and the size of an
/// event is bounded, since a server that never ends one would fill the heap.
///
/// Nearly all lines are within one piece, and are read in place; others are assembled first.
///
/// Used by one thread.
public final class SseParser {
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final byte[] DATA = {'d', 'a', 't', 'a'};
  private static final byte[] EVENT = {'e', 'v', 'e', 'n', 't'};
  private static final byte[] NOTHING = {};

  private final int limit;

  /// The beginning of an incomplete line.
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /// The data of the event so far, at the beginning of an array that may be larger.
  private byte[] data = NOTHING;

  private int dataSize;
  private String type = "";
  private boolean hasData;
  private boolean afterReturn;
  private boolean atStart = true;

  /// @param limit the maximum number of bytes of an event
  public SseParser(int limit) {
    this.limit = limit;
  }

  /// @return the events that ended within this piece
  /// @throws TransportException if an event is too large
  public List<SseEvent> feed(ByteBuffer piece) throws TransportException {
    var events = new ArrayList<SseEvent>();
    var bytes = new byte[piece.remaining()];
    piece.get(bytes);
    int from = 0;
    for (int at = 0; at < bytes.length; at++) {
      byte next = bytes[at];
      if (next == '\n' && afterReturn) {
        from = at + 1;
      } else if (next == '\n' || next == '\r') {
        endLine(bytes, from, at, events);
        from = at + 1;
      }
      afterReturn = next == '\r';
    }
    keep(bytes, from, bytes.length);
    return events;
  }

  private void keep(byte[] bytes, int from, int to) throws TransportException {
    bound(line.size() + (to - from));
    line.write(bytes, from, to - from);
  }

  private void bound(int more) throws TransportException {
    if (more + dataSize > limit) {
      throw new TransportException(
          TransportException.How.TOO_LARGE, "an event of more than " + limit, null);
    }
  }

  private void endLine(byte[] bytes, int from, int to, List<SseEvent> events)
      throws TransportException {
    if (line.size() == 0) {
      bound(to - from);
      readLine(bytes, from, to, events);
      return;
    }
    keep(bytes, from, to);
    var whole = line.toByteArray();
    line.reset();
    readLine(whole, 0, whole.length, events);
  }

  private void readLine(byte[] bytes, int begin, int to, List<SseEvent> events) {
    int from = atStart && startsWithMark(bytes, begin, to) ? begin + BYTE_ORDER_MARK.length : begin;
    atStart = false;
    if (to > from) {
      field(bytes, from, to);
      return;
    }
    if (hasData) {
      var whole = dataSize == data.length ? data : Arrays.copyOf(data, dataSize);
      events.add(new SseEvent(type, Bytes.of(whole)));
    }
    data = NOTHING;
    dataSize = 0;
    hasData = false;
    type = "";
  }

  private void field(byte[] bytes, int from, int to) {
    int colon = from;
    while (colon < to && bytes[colon] != ':') {
      colon++;
    }
    int value = Math.min(colon + 1, to);
    if (value < to && bytes[value] == ' ') {
      value++;
    }
    // A line that begins with a colon is a comment: its field has an empty name, which matches
    // nothing.
    if (Arrays.equals(bytes, from, colon, DATA, 0, DATA.length)) {
      append(bytes, value, to);
    } else if (Arrays.equals(bytes, from, colon, EVENT, 0, EVENT.length)) {
      type = new String(bytes, value, to - value, StandardCharsets.UTF_8);
    }
  }

  /// The array is sized for the first line, which is usually the only one.
  private void append(byte[] bytes, int from, int to) {
    if (!hasData) {
      data = Arrays.copyOfRange(bytes, from, to);
      dataSize = to - from;
      hasData = true;
      return;
    }
    int needed = dataSize + 1 + to - from;
    if (needed > data.length) {
      data = Arrays.copyOf(data, Math.max(needed, 2 * data.length));
    }
    data[dataSize] = '\n';
    System.arraycopy(bytes, from, data, dataSize + 1, to - from);
    dataSize = needed;
  }

  private static boolean startsWithMark(byte[] bytes, int from, int to) {
    int end = from + BYTE_ORDER_MARK.length;
    return end <= to && Arrays.equals(bytes, from, end, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
  }
}
