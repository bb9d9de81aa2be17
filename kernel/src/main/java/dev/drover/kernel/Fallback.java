package dev.drover.kernel;

import org.jspecify.annotations.Nullable;

/// Another model, which goes on in the place of one that has failed for good.
///
/// @param model its name
/// @param price of it; null if it is not known, and then its tokens count for nothing in money
public record Fallback(String model, @Nullable Price price) {}
