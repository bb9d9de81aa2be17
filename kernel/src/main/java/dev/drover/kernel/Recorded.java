package dev.drover.kernel;

import java.time.Instant;

/// An event in its place in the journal.
///
/// @param seq 1, 2, 3 … within the session, without gaps
/// @param at never earlier than the entry before
public record Recorded(long seq, Instant at, Event event) {}
