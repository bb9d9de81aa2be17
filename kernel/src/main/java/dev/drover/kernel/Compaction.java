package dev.drover.kernel;

import java.time.Instant;

/// The model was let forget the older part of what was said.
///
/// @param seq the number of the event that says so
/// @param dropped how many messages the model sees no more, oldest first
/// @param kept how many it goes on with
public record Compaction(long seq, Instant at, String by, int dropped, int kept) {}
