package dev.drover.spi.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Encoded content, as a value. The array inside is shared by everyone who holds it, on the way to
/// the disk and to all watchers, so that nothing is copied: nobody changes it.
///
/// It need not be there yet: what nobody writes down and nobody reads is not encoded either. Any
/// thread may be the first to ask for it, and then pays for it.
public final class Bytes {
  /// The array, or what it is made of.
  private volatile Object content;

  /// Two fields and no closure: there is one of these for each event that a store keeps.
  private final @Nullable Function<Object, byte[]> encoder;

  private Bytes(Object content, @Nullable Function<Object, byte[]> encoder) {
    this.content = content;
    this.encoder = encoder;
  }

  /// Takes the array over: whoever made it must not write to it any more.
  public static Bytes of(byte[] array) {
    return new Bytes(array, null);
  }

  public static Bytes of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /// Made when somebody asks for it.
  ///
  /// @param value does not change
  /// @param encoder always gives the same content for it, as a new array; threads that ask at the
  ///   same time may both call it
  @SuppressWarnings("unchecked")
  public static <T> Bytes onDemand(T value, Function<? super T, byte[]> encoder) {
    if (value instanceof byte[]) {
      throw new IllegalArgumentException("is encoded already");
    }
    return new Bytes(value, (Function<Object, byte[]>) encoder);
  }

  /// The array itself, to be read only.
  public byte[] array() {
    var known = content;
    if (known instanceof byte[] array) {
      return array;
    }
    var made = Objects.requireNonNull(encoder).apply(known);
    content = made;
    return made;
  }

  public int length() {
    return array().length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && (this == that || Arrays.equals(array(), that.array()));
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(array());
  }

  /// The content as UTF-8.
  @Override
  public String toString() {
    return new String(array(), StandardCharsets.UTF_8);
  }
}
