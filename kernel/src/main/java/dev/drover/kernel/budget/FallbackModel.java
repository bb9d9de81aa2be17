package dev.drover.kernel.budget;

import org.jspecify.annotations.Nullable;

/// The model that replaces one that has failed permanently.
///
/// @param model its name
/// @param price null if it is not known, in which case its tokens cost nothing
public record FallbackModel(String model, @Nullable TokenPrice price) {}
