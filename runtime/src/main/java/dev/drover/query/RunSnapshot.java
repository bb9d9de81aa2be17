package dev.drover.query;

import dev.drover.RunReport;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The current state of a run, as in lists. [SessionQueries#details] adds its prompt and its
/// result.
///
/// @param title the beginning of its prompt
/// @param waitingFor what a waiting run waits for; empty otherwise
public record RunSnapshot(
    RunId run,
    SessionId session,
    RunStatus status,
    String title,
    String waitingFor,
    Events events,
    Times times) {
  public static final String UNDRIVEN = "a process to drive it";

  /// Its events in the journal.
  ///
  /// @param firstSeq number of its oldest event that is still stored
  /// @param count how many events there have been from its first to its last, including events of
  ///   the session between them; trimming does not change it
  public record Events(long firstSeq, long count) {}

  /// The times of a run.
  ///
  /// @param acceptedAt when it began, or was accepted if it is queued
  /// @param updatedAt time of its last event
  /// @param finishedAt null while it is in progress
  public record Times(Instant acceptedAt, Instant updatedAt, @Nullable Instant finishedAt) {}

  /// Number of its oldest event that is still stored.
  public long firstSeq() {
    return events.firstSeq();
  }

  /// How many events it has had. Trimming does not reduce it.
  public long eventCount() {
    return events.count();
  }

  public Instant acceptedAt() {
    return times.acceptedAt();
  }

  /// Time of its last event.
  public Instant updatedAt() {
    return times.updatedAt();
  }

  /// @return null while it is in progress
  public @Nullable Instant finishedAt() {
    return times.finishedAt();
  }

  /// Whether a process drives it, or will when the input that it waits for has arrived.
  public boolean isDriven() {
    return !waitingFor.equals(UNDRIVEN);
  }

  /// A run with its prompt and its result. Lists do not contain these, because they are read from
  /// two events of the journal for each run.
  ///
  /// @param promptText the prompt; null if its event was trimmed
  /// @param report how the run ended; null while it is in progress
  public record RunDetails(
      RunSnapshot snapshot, @Nullable String promptText, @Nullable RunReport report) {
    /// The prompt.
    ///
    /// @return empty if its event was trimmed
    public Optional<String> prompt() {
      return Optional.ofNullable(promptText);
    }

    /// The answer.
    ///
    /// @return empty unless the run has completed
    public Optional<String> result() {
      return Optional.ofNullable(report)
          .filter(end -> end.status() == RunStatus.COMPLETED)
          .map(RunReport::text);
    }

    /// Why the run failed or was cancelled.
    ///
    /// @return empty unless it was
    public Optional<Problem> error() {
      return Optional.ofNullable(report).flatMap(RunReport::problem).map(Failure::problem);
    }
  }
}
