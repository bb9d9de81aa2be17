package dev.drover.spi.store;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.spi.Bytes;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One event with its number, as a value.
///
/// Encoded lazily: an entry that is neither stored nor read is never encoded. Any thread may be the
/// first to ask for the bytes, and then encodes them.
public final class JournalEntry {
  private final long seq;

  /// The bytes, or the event to encode.
  private volatile Object content;

  // The arguments of the encoder, without a closure and without the record around the event: a
  // store keeps one of these for each event.
  private final @Nullable Instant at;
  private final @Nullable Function<RecordedEvent, byte[]> encoder;

  private JournalEntry(
      long seq,
      Object content,
      @Nullable Instant at,
      @Nullable Function<RecordedEvent, byte[]> encoder) {
    this.seq = seq;
    this.content = content;
    this.at = at;
    this.encoder = encoder;
  }

  public JournalEntry(long seq, Bytes bytes) {
    this(seq, bytes, null, null);
  }

  /// Encoded when the bytes are first requested.
  ///
  /// @param encoder always returns the same content for one event, as a new array; may be called by
  ///   several threads concurrently
  public static JournalEntry onDemand(
      RecordedEvent recorded, Function<RecordedEvent, byte[]> encoder) {
    return new JournalEntry(recorded.seq(), recorded.event(), recorded.at(), encoder);
  }

  public long seq() {
    return seq;
  }

  public Bytes bytes() {
    var known = content;
    return known instanceof Bytes bytes ? bytes : encoded((Event) known);
  }

  private Bytes encoded(Event event) {
    var recorded = new RecordedEvent(seq, Objects.requireNonNull(at), event);
    var bytes = Bytes.of(Objects.requireNonNull(encoder).apply(recorded));
    content = bytes;
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JournalEntry that
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
