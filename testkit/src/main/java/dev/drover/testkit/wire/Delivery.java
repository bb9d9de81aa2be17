package dev.drover.testkit.wire;

import java.util.EnumSet;
import java.util.Set;

/// How a reply travels.
///
/// @param pieceSize how many bytes are sent at once; they part wherever they part
public record Delivery(int pieceSize, Set<Noise> noise, Ending ending) {
  private static final int WHOLE_EVENTS = Integer.MAX_VALUE;

  public static final Delivery PLAIN = new Delivery(WHOLE_EVENTS, Set.of(), new Ending.Whole());

  public Delivery {
    noise = Set.copyOf(noise);
  }

  /// What a stream may have in it that means nothing.
  public enum Noise {
    /// A byte order mark, comments, fields that nobody uses.
    COMMENTS,
    UNKNOWN_EVENTS,
    /// What opens a reply comes twice, and so does what closes it.
    REPEATED_ENDS,
    CARRIAGE_RETURNS,
    CARRIAGE_RETURNS_ONLY
  }

  /// How far it gets.
  public enum Reach {
    /// Nothing but the status.
    NOTHING,
    /// One event of what is said.
    FIRST_WORD,
    /// All that is said, without the end.
    ALL_BUT_END
  }

  public sealed interface Ending {
    record Whole() implements Ending {}

    /// The body ends as if it were whole.
    record Closed(Reach reach) implements Ending {}

    /// The connection ends in the middle of the body.
    record Dropped(Reach reach) implements Ending {}

    /// The connection is reset.
    record Reset(Reach reach) implements Ending {}

    /// Nothing comes any more, and the connection stays.
    record Silent(Reach reach) implements Ending {}

    /// An error of the provider's.
    record Failed(Reach reach, String code, String message) implements Ending {}

    /// Something that is not JSON, and then the rest.
    record Garbled(Reach reach) implements Ending {}
  }

  public static Delivery ending(Ending ending) {
    return new Delivery(WHOLE_EVENTS, Set.of(), ending);
  }

  public static Delivery inPiecesOf(int bytes) {
    return new Delivery(bytes, Set.of(), new Ending.Whole());
  }

  public Delivery with(Noise more) {
    var all = EnumSet.of(more);
    all.addAll(noise);
    return new Delivery(pieceSize, all, ending);
  }

  boolean has(Noise some) {
    return noise.contains(some);
  }
}
