package dev.drover.codec.json;

import java.nio.charset.StandardCharsets;

/// The name of a field, with its bytes at hand: `"effect":`.
public final class Name {
  private final String text;
  private final byte[] bytes;

  /// @param text needs no escaping
  public Name(String text) {
    this.text = text;
    this.bytes = "\"".concat(text).concat("\":").getBytes(StandardCharsets.US_ASCII);
  }

  String text() {
    return text;
  }

  /// With quotes and colon.
  int length() {
    return bytes.length;
  }

  void copyTo(byte[] target, int from) {
    System.arraycopy(bytes, 0, target, from, bytes.length);
  }

  /// Whether name and colon stand there exactly as the writer puts them.
  boolean isAt(byte[] json, int from) {
    return isAt(json, from, bytes.length);
  }

  /// Whether the name stands there in quotes, whatever follows.
  boolean isQuotedAt(byte[] json, int from) {
    return isAt(json, from, bytes.length - 1);
  }

  private boolean isAt(byte[] json, int from, int length) {
    if (from + length > json.length) {
      return false;
    }
    // A plain loop: what the JDK has for ranges is slow until it is compiled.
    var name = bytes;
    for (int i = 0; i < length; i++) {
      if (json[from + i] != name[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return text;
  }
}
