package dev.drover.spi.store;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One event under its number, as a value.
///
/// It need not be encoded yet: what nobody writes down and nobody reads never is. Any thread may be
/// the first to ask for the bytes, and then pays for them.
public final class Entry {
  private final long seq;

  /// The bytes, or what they are made of.
  private volatile Object content;

  // No closure, and nothing between this and the event: a store keeps one of these for each.
  private final @Nullable Function<Object, byte[]> encoder;

  private Entry(long seq, Object content, @Nullable Function<Object, byte[]> encoder) {
    this.seq = seq;
    this.content = content;
    this.encoder = encoder;
  }

  public Entry(long seq, Bytes bytes) {
    this(seq, bytes, null);
  }

  /// Encoded when somebody asks for it.
  ///
  /// @param event does not change
  /// @param encoder always gives the same content for it, as a new array; threads that ask at the
  ///   same time may both call it
  @SuppressWarnings("unchecked")
  public static <T> Entry onDemand(long seq, T event, Function<? super T, byte[]> encoder) {
    return new Entry(seq, event, (Function<Object, byte[]>) encoder);
  }

  public long seq() {
    return seq;
  }

  public Bytes bytes() {
    var known = content;
    if (known instanceof Bytes bytes) {
      return bytes;
    }
    var encoded = Bytes.of(Objects.requireNonNull(encoder).apply(known));
    content = encoded;
    return encoded;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Entry that
        && (this == that || (seq == that.seq && bytes().equals(that.bytes())));
  }

  @Override
  public int hashCode() {
    return Objects.hash(seq, bytes());
  }

  @Override
  public String toString() {
    return seq + ": " + bytes();
  }
}
