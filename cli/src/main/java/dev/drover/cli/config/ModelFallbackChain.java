package dev.drover.cli.config;

import java.util.List;

/// The chosen models.
///
/// @param fallbacks used in this order when the first has failed permanently
public record ModelFallbackChain(ModelSelection first, List<ModelSelection> fallbacks) {
  public ModelFallbackChain {
    fallbacks = List.copyOf(fallbacks);
  }
}
