package dev.drover.kernel.budget;

import dev.drover.kernel.value.Failure;
import org.jspecify.annotations.Nullable;

/// A model was replaced outside of any run because it had failed permanently. A replacement within
/// a run is a separate event.
///
/// @param failure why the previous model was given up
public record ModelReplacement(Failure failure, FallbackModel fallback) {

  /// The model that replaces one that has failed permanently.
  ///
  /// @param model its name
  /// @param price null if it is not known, in which case its tokens cost nothing
  public record FallbackModel(String model, @Nullable TokenPrice price) {}
}
