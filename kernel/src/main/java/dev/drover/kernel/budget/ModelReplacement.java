package dev.drover.kernel.budget;

import dev.drover.kernel.value.Failure;

/// A model was replaced outside of any run because it had failed permanently. A replacement within
/// a run is a separate event.
///
/// @param failure why the previous model was given up
public record ModelReplacement(Failure failure, FallbackModel fallback) {}
