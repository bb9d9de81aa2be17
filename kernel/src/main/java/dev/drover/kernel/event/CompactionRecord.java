package dev.drover.kernel.event;

import java.time.Instant;

/// A compaction of what the model sees of the conversation.
///
/// @param seq the number of its event
/// @param dropped number of messages that the model no longer sees, oldest first
/// @param kept number of messages that remain
/// @param trimmed number of remaining tool outcomes whose content was removed
/// @param summarized whether the dropped messages were summarized
public record CompactionRecord(
    long seq,
    Instant at,
    String by,
    CompactionOutcome.Cause cause,
    int dropped,
    int kept,
    int trimmed,
    boolean summarized) {
  /// Without a summary or removed contents.
  public CompactionRecord(long seq, Instant at, String by, int dropped, int kept) {
    this(seq, at, by, CompactionOutcome.Cause.ASKED, dropped, kept, 0, false);
  }
}
