package dev.drover.codec.json;

import java.nio.charset.StandardCharsets;

/// The name of a field, with its encoded bytes: `"effect":`.
public final class FieldName {
  private final String text;
  private final byte[] bytes;

  /// @param text must not need escaping
  public FieldName(String text) {
    this.text = text;
    this.bytes = "\"".concat(text).concat("\":").getBytes(StandardCharsets.US_ASCII);
  }

  String text() {
    return text;
  }

  /// Including quotes and colon.
  int length() {
    return bytes.length;
  }

  void copyTo(byte[] target, int from) {
    System.arraycopy(bytes, 0, target, from, bytes.length);
  }

  /// Whether the name and colon are at this offset exactly as the writer writes them.
  boolean isAt(byte[] json, int from) {
    return isAt(json, from, bytes.length);
  }

  /// Whether the quoted name is at this offset, regardless of what follows.
  boolean isQuotedAt(byte[] json, int from) {
    return isAt(json, from, bytes.length - 1);
  }

  private boolean isAt(byte[] json, int from, int length) {
    if (from + length > json.length) {
      return false;
    }
    // A plain loop: the JDK's methods for ranges are slow until they are compiled.
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
