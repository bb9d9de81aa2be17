package dev.drover.runtime;

import dev.drover.kernel.RunId;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A run as it stands.
///
/// @param title the beginning of its prompt
/// @param firstSeq number of its first event
/// @param waitingFor what a run that is waiting waits for; empty otherwise
/// @param finishedAt null while it is not over
public record RunSnapshot(
    RunId run,
    SessionId session,
    RunStatus status,
    String title,
    long firstSeq,
    Instant acceptedAt,
    String waitingFor,
    @Nullable Instant finishedAt) {
  static final String UNDRIVEN = "a process to drive it";

  /// Whether somebody carries it on, or will when what it waits for has come.
  public boolean isDriven() {
    return !waitingFor.equals(UNDRIVEN);
  }
}
