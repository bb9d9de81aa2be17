package dev.drover.query;

import dev.drover.RunReport;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A run with its prompt and its result. Lists do not contain these, because they are read from two
/// events of the journal for each run.
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
