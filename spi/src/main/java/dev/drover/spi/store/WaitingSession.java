package dev.drover.spi.store;

import dev.drover.kernel.value.SessionId;
import java.time.Instant;

/// A session that waits for a process to work on it.
///
/// @param ordinal position in the order of creation
/// @param since when it became due, or when the oldest of its unread inputs was put
public record WaitingSession(long ordinal, SessionId session, Instant since) {}
