package dev.drover.tools.shell;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The beginning and the end of an output of any length, in a fixed amount of memory.
///
/// Belongs to one thread.
final class HeadTailBuffer {
  /// The maximum length of a character in UTF-8.
  private static final int MAX_CHAR_BYTES = 4;

  private final byte[] head;
  private final byte[] tail;
  private long total;

  /// @param limit number of bytes kept, half of them at each end
  HeadTailBuffer(int limit) {
    head = new byte[limit / 2];
    tail = new byte[limit - limit / 2];
  }

  void add(byte[] bytes, int length) {
    int toHead = (int) Math.min(length, Math.max(0, head.length - total));
    if (toHead > 0) {
      System.arraycopy(bytes, 0, head, (int) total, toHead);
    }
    total += toHead;
    // Only the last bytes of a long piece can be kept.
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

  boolean isEmpty() {
    return total == 0;
  }

  /// The kept output, without the [#unfinished] bytes. Bytes that are not text are shown as
  /// `\uFFFD`, and no character is cut in two.
  OutputExcerpt excerpt() {
    return without(unfinished().length);
  }

  /// Like [#excerpt], when no more output will come.
  OutputExcerpt excerptOfAll() {
    return without(0);
  }

  private OutputExcerpt without(int held) {
    var end = orderedTail();
    if (total <= head.length + tail.length) {
      var all = Arrays.copyOf(head, (int) total);
      if (all.length > head.length) {
        System.arraycopy(end, 0, all, head.length, all.length - head.length);
      }
      return new OutputExcerpt(decode(all, 0, all.length - held), 0, total - held, "");
    }
    int headEnd = wholeUpTo(head, head.length);
    int tailStart = wholeFrom(end);
    long missing = total - headEnd - (end.length - tailStart);
    return new OutputExcerpt(
        decode(head, 0, headEnd),
        missing,
        total - held,
        decode(end, tailStart, end.length - tailStart - held));
  }

  /// The first bytes of a character that is still incomplete.
  byte[] unfinished() {
    int known = (int) Math.min(total, MAX_CHAR_BYTES);
    var last = new byte[known];
    for (int i = 0; i < known; i++) {
      last[i] = at(total - known + i);
    }
    return Arrays.copyOfRange(last, wholeUpTo(last, known), known);
  }

  private byte at(long position) {
    return position < head.length
        ? head[(int) position]
        : tail[(int) ((position - head.length) % tail.length)];
  }

  /// Starts with the oldest byte if the tail is full.
  private byte[] orderedTail() {
    if (total <= head.length + tail.length) {
      return tail;
    }
    var ordered = new byte[tail.length];
    int oldest = (int) ((total - head.length) % tail.length);
    System.arraycopy(tail, oldest, ordered, 0, tail.length - oldest);
    System.arraycopy(tail, 0, ordered, tail.length - oldest, oldest);
    return ordered;
  }

  private static String decode(byte[] bytes, int from, int length) {
    return new String(bytes, from, Math.max(0, length), StandardCharsets.UTF_8)
        .replace('\0', OutputExcerpt.NO_TEXT);
  }

  /// The end of the last complete character.
  private static int wholeUpTo(byte[] bytes, int length) {
    for (int back = 1; back <= Math.min(MAX_CHAR_BYTES, length); back++) {
      int b = bytes[length - back] & 0xFF;
      if (!isContinuation(b)) {
        return lengthOf(b) > back ? length - back : length;
      }
    }
    return length;
  }

  /// The start of the first complete character.
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
    // Larger values do not start a character: such a byte counts as one invalid character.
    if (leadingByte > 0xF4) {
      return 1;
    }
    if (leadingByte >= 0xF0) {
      return 4;
    }
    if (leadingByte >= 0xE0) {
      return 3;
    }
    return leadingByte >= 0xC0 ? 2 : 1;
  }
}
