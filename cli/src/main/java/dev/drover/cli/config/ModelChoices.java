package dev.drover.cli.config;

import java.util.List;

/// Which models were chosen.
///
/// @param fallbacks who goes on when the first has failed for good, in their order
public record ModelChoices(ModelChoice first, List<ModelChoice> fallbacks) {
  public ModelChoices {
    fallbacks = List.copyOf(fallbacks);
  }
}
