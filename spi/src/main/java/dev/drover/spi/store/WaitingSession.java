package dev.drover.spi.store;

import dev.drover.kernel.SessionId;
import java.time.Instant;

/// A session that waits for a process to work on it.
///
/// @param ordinal place in the order of creation
/// @param since when it was to be worked on, or when the oldest of its unread inputs was put
public record WaitingSession(long ordinal, SessionId session, Instant since) {}
