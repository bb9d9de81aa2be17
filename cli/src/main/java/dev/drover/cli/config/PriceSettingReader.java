package dev.drover.cli.config;

import dev.drover.budget.ModelPrices;
import dev.drover.kernel.budget.TokenPrice;
import java.util.List;

/// Reads the price of a million tokens.
final class PriceSettingReader {
  static final String AMOUNTS =
      "what a million tokens cost: input, output, and, if they differ, cache reads and writes.";

  private PriceSettingReader() {}

  /// @param words two amounts, or four
  /// @param said the setting they belong to, for messages
  /// @throws IllegalArgumentException if they are anything else
  static TokenPrice read(List<String> words, String said) {
    return switch (words.size()) {
      case 2 -> ModelPrices.perMillion(words.get(0), words.get(1));
      case 4 -> ModelPrices.perMillion(words.get(0), words.get(1), words.get(2), words.get(3));
      default -> throw new IllegalArgumentException("'%s' is no price".formatted(said));
    };
  }
}
