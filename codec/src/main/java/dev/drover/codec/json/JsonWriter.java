package dev.drover.codec.json;

import java.time.Instant;
import java.util.Arrays;

/// Writes JSON as UTF-8 into its own buffer. Documents are written one after the other: [#take]
/// ends one.
///
/// Commas are added automatically. No value ends in `{`, `[` or `:`, so the last byte shows whether
/// a value precedes the next one.
///
/// A string with an unpaired surrogate, which is invalid Unicode, is written with an escape and
/// read back unchanged.
///
/// For one thread at a time.
public final class JsonWriter {
  private static final int FIRST_CAPACITY = 1024;
  private static final int MAX_DIGITS = 20;

  /// Strings are written in pieces, so that the worst-case size is never needed for a whole string.
  private static final int PIECE = 1024;

  private static final int LONGEST_ESCAPE = 6;
  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private byte[] bytes = new byte[FIRST_CAPACITY];
  private int length;

  public void open() {
    value(1);
    put('{');
  }

  public void close() {
    room(1);
    put('}');
  }

  public void openList() {
    value(1);
    put('[');
  }

  public void closeList() {
    room(1);
    put(']');
  }

  /// The value is written next.
  public void name(FieldName name) {
    room(name.length() + 1);
    if (bytes[length - 1] != '{') {
      put(',');
    }
    name.copyTo(bytes, length);
    length += name.length();
  }

  public void field(FieldName name, String value) {
    name(name);
    string(value);
  }

  public void field(FieldName name, long value) {
    name(name);
    number(value);
  }

  public void field(FieldName name, Instant value) {
    name(name);
    value(JsonTimestamps.MAX_LENGTH + 2);
    put('"');
    length = JsonTimestamps.write(value, bytes, length);
    put('"');
  }

  public void number(long value) {
    value(MAX_DIGITS);
    digits(value);
  }

  /// A string such as `"e12"`.
  public void ordinal(char prefix, long value) {
    value(MAX_DIGITS + 3);
    put('"');
    put(prefix);
    digits(value);
    put('"');
  }

  public void string(String text) {
    value(1);
    put('"');
    int from = 0;
    while (from < text.length()) {
      from = piece(text, from, Math.min(text.length(), from + PIECE));
    }
    room(1);
    put('"');
  }

  /// @return its end, which is `to` plus one if a pair of surrogates is split there
  private int piece(String text, int from, int to) {
    room((to - from) * LONGEST_ESCAPE);
    int i = from;
    while (true) {
      i = plain(text, i, to);
      if (i >= to) {
        return i;
      }
      char c = text.charAt(i++);
      if (c < 0x80) {
        escape(c);
      } else if (Character.isHighSurrogate(c)
          && i < text.length()
          && Character.isLowSurrogate(text.charAt(i))) {
        wide(Character.toCodePoint(c, text.charAt(i++)));
      } else {
        notAscii(c);
      }
    }
  }

  /// Writes characters that need no escape, which are nearly all.
  ///
  /// @return the index of the first other character, or `to`
  private int plain(String text, int from, int to) {
    // Locals, so that the position stays in a register.
    var target = bytes;
    int at = length;
    int i = from;
    for (; i < to; i++) {
      char c = text.charAt(i);
      if (c >= 0x80 || c < ' ' || c == '"' || c == '\\') {
        break;
      }
      target[at++] = (byte) c;
    }
    length = at;
    return i;
  }

  private void escape(char c) {
    switch (c) {
      case '"', '\\' -> escaped(c);
      case '\n' -> escaped('n');
      case '\r' -> escaped('r');
      case '\t' -> escaped('t');
      case '\b' -> escaped('b');
      case '\f' -> escaped('f');
      default -> hexadecimal(c);
    }
  }

  private void escaped(char c) {
    put('\\');
    put(c);
  }

  private void hexadecimal(char c) {
    escaped('u');
    for (int shift = 12; shift >= 0; shift -= 4) {
      bytes[length++] = HEX[(c >> shift) & 0xf];
    }
  }

  private void notAscii(char c) {
    if (Character.isSurrogate(c)) {
      hexadecimal(c);
    } else if (c < 0x800) {
      put(0xc0 | (c >> 6));
      continuation(c);
    } else {
      put(0xe0 | (c >> 12));
      continuation(c >> 6);
      continuation(c);
    }
  }

  private void wide(int codePoint) {
    put(0xf0 | (codePoint >> 18));
    continuation(codePoint >> 12);
    continuation(codePoint >> 6);
    continuation(codePoint);
  }

  private void continuation(int bits) {
    put(0x80 | (bits & 0x3f));
  }

  private void digits(long value) {
    if (value < 0) {
      put('-');
    }
    int count = 1;
    for (long rest = value / 10; rest != 0; rest /= 10) {
      count++;
    }
    long rest = value;
    for (int i = length + count - 1; i >= length; i--) {
      bytes[i] = (byte) ('0' + Math.abs(rest % 10));
      rest /= 10;
    }
    length += count;
  }

  /// The complete document; the next one may begin.
  public byte[] take() {
    var document = Arrays.copyOf(bytes, length);
    length = 0;
    return document;
  }

  /// Discards the current document.
  void reset() {
    length = 0;
  }

  int capacity() {
    return bytes.length;
  }

  private void value(int room) {
    room(room + 1);
    if (length > 0 && bytes[length - 1] != ':' && bytes[length - 1] != '[') {
      put(',');
    }
  }

  private void put(int b) {
    bytes[length++] = (byte) b;
  }

  private void room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
