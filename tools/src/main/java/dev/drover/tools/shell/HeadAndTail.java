package dev.drover.tools.shell;

import java.nio.charset.StandardCharsets;

/// The beginning and the end of an output of any length, in a fixed amount of memory.
///
/// One thread adds while another may ask for what is there so far.
final class HeadAndTail {
  /// The longest character has this many bytes in UTF-8.
  private static final int MAX_CHAR_BYTES = 4;

  private final byte[] head;
  private final byte[] tail;
  private long total;

  /// @param limit how many bytes are kept, half of them at each end
  HeadAndTail(int limit) {
    head = new byte[limit / 2];
    tail = new byte[limit - limit / 2];
  }

  synchronized void add(byte[] bytes, int length) {
    int toHead = (int) Math.min(length, Math.max(0, head.length - total));
    if (toHead > 0) {
      System.arraycopy(bytes, 0, head, (int) total, toHead);
    }
    total += toHead;
    // Of one long piece only the last bytes can stay.
    int from = Math.max(toHead, length - tail.length);
    total += from - toHead;
    for (int at = from; at < length; ) {
      int slot = (int) ((total - head.length) % tail.length);
      int run = Math.min(length - at, tail.length - slot);
      System.arraycopy(bytes, at, tail, slot, run);
      at += run;
      total += run;
    }
  }

  synchronized boolean isEmpty() {
    return total == 0;
  }

  /// What was kept, with a note where something is missing. Bytes that are no text are shown as
  /// `\uFFFD`, and no character is cut in two.
  synchronized String text() {
    if (total <= head.length + tail.length) {
      var all = new byte[(int) total];
      System.arraycopy(head, 0, all, 0, Math.min(all.length, head.length));
      if (all.length > head.length) {
        System.arraycopy(tail, 0, all, head.length, all.length - head.length);
      }
      return decode(all, 0, all.length);
    }
    int headEnd = wholeUpTo(head);
    var end = orderedTail();
    int tailStart = wholeFrom(end);
    long missing = total - headEnd - (end.length - tailStart);
    return "%s\n[… %d of %d bytes left out …]\n%s"
        .formatted(
            decode(head, 0, headEnd),
            missing,
            total,
            decode(end, tailStart, end.length - tailStart));
  }

  private byte[] orderedTail() {
    var ordered = new byte[tail.length];
    int oldest = (int) ((total - head.length) % tail.length);
    System.arraycopy(tail, oldest, ordered, 0, tail.length - oldest);
    System.arraycopy(tail, 0, ordered, tail.length - oldest, oldest);
    return ordered;
  }

  private static String decode(byte[] bytes, int from, int length) {
    return new String(bytes, from, length, StandardCharsets.UTF_8).replace('\0', '\uFFFD');
  }

  /// The end of the last character that is whole.
  private static int wholeUpTo(byte[] bytes) {
    for (int back = 1; back <= Math.min(MAX_CHAR_BYTES, bytes.length); back++) {
      int b = bytes[bytes.length - back] & 0xFF;
      if (!isContinuation(b)) {
        return lengthOf(b) > back ? bytes.length - back : bytes.length;
      }
    }
    return bytes.length;
  }

  /// The start of the first character that is whole.
  private static int wholeFrom(byte[] bytes) {
    for (int at = 0; at < Math.min(MAX_CHAR_BYTES, bytes.length); at++) {
      if (!isContinuation(bytes[at] & 0xFF)) {
        return at;
      }
    }
    return 0;
  }

  private static boolean isContinuation(int b) {
    return (b & 0xC0) == 0x80;
  }

  private static int lengthOf(int leadingByte) {
    if (leadingByte >= 0xF0) {
      return 4;
    }
    if (leadingByte >= 0xE0) {
      return 3;
    }
    return leadingByte >= 0xC0 ? 2 : 1;
  }
}
