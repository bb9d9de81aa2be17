package dev.drover.query;

import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Usage;
import java.util.OptionalLong;

/// The usage of one session with one model, as a line of a [UsageLedger].
///
/// @param source the agent of the session, or the name of a one-shot completion
/// @param depth the number of sessions above it; 0 for the session at the top
/// @param model the session's current model, or one that replaced it in a run; empty if the session
///   was deleted
/// @param money in millionths, at the prices that were in force at that time; empty if no price was
///   known
public record UsageLedgerLine(
    SessionId session, String source, int depth, String model, Usage usage, OptionalLong money) {}
