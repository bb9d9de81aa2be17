package dev.drover.cli.config;

import dev.drover.kernel.Price;
import dev.drover.runtime.budget.Prices;
import java.util.List;

/// Reads what a million tokens cost.
final class PriceWords {
  static final String AMOUNTS =
      "what a million tokens cost: input, output, and, if they differ, cache reads and writes.";

  private PriceWords() {}

  /// @param words two amounts, or four
  /// @param said what they are part of, for messages
  /// @throws IllegalArgumentException if they are something else
  static Price read(List<String> words, String said) {
    return switch (words.size()) {
      case 2 -> Prices.perMillion(words.get(0), words.get(1));
      case 4 -> Prices.perMillion(words.get(0), words.get(1), words.get(2), words.get(3));
      default -> throw new IllegalArgumentException("'%s' is no price".formatted(said));
    };
  }
}
