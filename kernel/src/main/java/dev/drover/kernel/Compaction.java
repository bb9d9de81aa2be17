package dev.drover.kernel;

import java.time.Instant;

/// What the model sees of the conversation was made shorter.
///
/// @param seq the number of the event that says so
/// @param dropped how many messages the model sees no more, oldest first
/// @param kept how many it goes on with
/// @param trimmed how many of those are outcomes of calls whose content was taken out
/// @param summed whether what was dropped was summed up
public record Compaction(
    long seq,
    Instant at,
    String by,
    ShorteningOutcome.Cause cause,
    int dropped,
    int kept,
    int trimmed,
    boolean summed) {
  /// Nothing was summed up or taken out.
  public Compaction(long seq, Instant at, String by, int dropped, int kept) {
    this(seq, at, by, ShorteningOutcome.Cause.ASKED, dropped, kept, 0, false);
  }

  static Compaction of(Position position, Shortening shortening) {
    var cut = shortening.cut();
    return new Compaction(
        position.seq(),
        position.at(),
        shortening.by(),
        shortening.cause(),
        cut.dropped(),
        cut.kept(),
        cut.trimmed().size(),
        shortening.isSummedUp());
  }
}
