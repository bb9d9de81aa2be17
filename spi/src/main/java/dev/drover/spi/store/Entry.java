package dev.drover.spi.store;

import dev.drover.kernel.Event;
import dev.drover.kernel.Recorded;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One event under its number, as a value.
///
/// It need not be encoded yet: what nobody writes down and nobody reads never is. Any thread may be
/// the first to ask for the bytes, and then pays for them.
public final class Entry {
  private final long seq;

  /// The bytes, or the event they are made of.
  private volatile Object content;

  // What it takes to make them, without a closure and without the record around the event: a store
  // keeps one of these for each event.
  private final @Nullable Instant at;
  private final @Nullable Function<Recorded, byte[]> encoder;

  private Entry(
      long seq,
      Object content,
      @Nullable Instant at,
      @Nullable Function<Recorded, byte[]> encoder) {
    this.seq = seq;
    this.content = content;
    this.at = at;
    this.encoder = encoder;
  }

  public Entry(long seq, Bytes bytes) {
    this(seq, bytes, null, null);
  }

  /// Encoded when somebody asks for it.
  ///
  /// @param encoder always gives the same content for one event, as a new array; threads that ask
  ///   at the same time may both call it
  public static Entry onDemand(Recorded recorded, Function<Recorded, byte[]> encoder) {
    return new Entry(recorded.seq(), recorded.event(), recorded.at(), encoder);
  }

  public long seq() {
    return seq;
  }

  public Bytes bytes() {
    var known = content;
    return known instanceof Bytes bytes ? bytes : encoded((Event) known);
  }

  private Bytes encoded(Event event) {
    var recorded = new Recorded(seq, Objects.requireNonNull(at), event);
    var bytes = Bytes.of(Objects.requireNonNull(encoder).apply(recorded));
    content = bytes;
    return bytes;
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
