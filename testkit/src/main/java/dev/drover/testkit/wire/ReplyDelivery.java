package dev.drover.testkit.wire;

import java.util.EnumSet;
import java.util.Set;

/// How a reply is sent.
///
/// @param pieceSize how many bytes are sent at once; the boundaries fall anywhere
public record ReplyDelivery(int pieceSize, Set<Noise> noise, Ending ending) {
  private static final int WHOLE_EVENTS = Integer.MAX_VALUE;

  public static final ReplyDelivery PLAIN =
      new ReplyDelivery(WHOLE_EVENTS, Set.of(), new Ending.Whole());

  public ReplyDelivery {
    noise = Set.copyOf(noise);
  }

  /// Parts of a stream that have no meaning.
  public enum Noise {
    /// A byte order mark, comments, unused fields.
    COMMENTS,
    UNKNOWN_EVENTS,
    /// The opening and the closing events of a reply are sent twice.
    REPEATED_ENDS,
    CARRIAGE_RETURNS,
    CARRIAGE_RETURNS_ONLY
  }

  /// How much of the reply is sent.
  public enum Reach {
    /// Only the status.
    NOTHING,
    /// One event of the content.
    FIRST_WORD,
    /// The whole content, without the end.
    ALL_BUT_END
  }

  public sealed interface Ending {
    record Whole() implements Ending {}

    /// The body ends as if it were complete.
    record Closed(Reach reach) implements Ending {}

    /// The connection ends in the middle of the body.
    record Dropped(Reach reach) implements Ending {}

    /// The connection is reset.
    record Reset(Reach reach) implements Ending {}

    /// No more bytes are sent, and the connection stays open.
    record Silent(Reach reach) implements Ending {}

    /// An error of the provider.
    record Failed(Reach reach, String code, String message) implements Ending {}

    /// Something that is not JSON, followed by the rest.
    record Garbled(Reach reach) implements Ending {}
  }

  public static ReplyDelivery ending(Ending ending) {
    return new ReplyDelivery(WHOLE_EVENTS, Set.of(), ending);
  }

  public static ReplyDelivery inPiecesOf(int bytes) {
    return new ReplyDelivery(bytes, Set.of(), new Ending.Whole());
  }

  public ReplyDelivery with(Noise more) {
    var all = EnumSet.of(more);
    all.addAll(noise);
    return new ReplyDelivery(pieceSize, all, ending);
  }

  boolean has(Noise some) {
    return noise.contains(some);
  }
}
