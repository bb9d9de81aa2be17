package dev.drover.runtime;

import dev.drover.kernel.SessionId;
import dev.drover.kernel.Usage;
import java.util.OptionalLong;

/// What one session has used with one model, of those that a [Ledger] adds up.
///
/// @param source who used it: the agent of the session, or the name of what was asked beside its
///   conversation
/// @param depth how many stand between it and the session at the top; 0 for that one
/// @param model the one that it asks now, or one that has replaced it in a run; empty if the
///   session is gone
/// @param money in millionths, at the prices that were in force when it was used; empty if none was
///   known
public record LedgerLine(
    SessionId session, String source, int depth, String model, Usage usage, OptionalLong money) {}
