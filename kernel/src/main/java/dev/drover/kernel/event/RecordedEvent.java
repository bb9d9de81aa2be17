package dev.drover.kernel.event;

import java.time.Instant;

/// An event with its position in the journal.
///
/// @param seq 1, 2, 3 … within the session, without gaps
/// @param at never earlier than that of the previous event
public record RecordedEvent(long seq, Instant at, Event event) {}
