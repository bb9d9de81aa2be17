package dev.drover.spi;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Encoded content, as a value. The array inside is shared by all holders, on the way to the disk
/// and to all watchers, so that nothing is copied. It must never be changed.
public final class Bytes {
  private final byte[] array;

  private Bytes(byte[] array) {
    this.array = array;
  }

  /// Takes ownership of the array: the caller must not write to it any more.
  public static Bytes of(byte[] array) {
    return new Bytes(array);
  }

  public static Bytes of(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /// The array itself, for reading only.
  public byte[] array() {
    return array;
  }

  public int length() {
    return array.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(array, that.array);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(array);
  }

  /// The content as UTF-8.
  @Override
  public String toString() {
    return new String(array, StandardCharsets.UTF_8);
  }
}
