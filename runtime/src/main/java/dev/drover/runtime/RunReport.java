package dev.drover.runtime;

import dev.drover.kernel.Failure;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.Usage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How a run ended.
///
/// @param text what the model answered; empty if it did not get that far
/// @param failure why it failed; null unless it did
/// @param usage tokens of all its model calls
public record RunReport(
    RunId run, RunStatus status, String text, @Nullable Failure failure, Usage usage) {
  /// Why it failed, if it did.
  public Optional<Failure> problem() {
    return Optional.ofNullable(failure);
  }
}
