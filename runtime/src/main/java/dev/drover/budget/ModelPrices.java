package dev.drover.budget;

import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.TokenPrice;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Prices of models, all in one currency. Immutable, and provided by the host: prices change
/// without notice, so none are built in.
public final class ModelPrices {
  public static final ModelPrices NONE = new ModelPrices(Map.of());

  private final Map<String, TokenPrice> byModel;

  private ModelPrices(Map<String, TokenPrice> byModel) {
    this.byModel = Map.copyOf(byModel);
  }

  /// Adds or replaces the price of a model.
  ///
  /// @param model `provider/model`
  public ModelPrices with(String model, TokenPrice price) {
    int slash = model.indexOf('/');
    if (slash < 1 || slash == model.length() - 1) {
      throw new IllegalArgumentException(
          "'%s' is not a model's name; write provider/model".formatted(model));
    }
    var more = new TreeMap<>(byModel);
    more.put(model, price);
    return new ModelPrices(more);
  }

  public Optional<TokenPrice> of(String model) {
    return Optional.ofNullable(byModel.get(model));
  }

  /// Prices for a million tokens: `perMillion("3.00", "15.00", "0.30", "3.75")`.
  public static TokenPrice perMillion(
      String input, String output, String cacheRead, String cacheWrite) {
    return new TokenPrice(money(input), money(output), money(cacheRead), money(cacheWrite));
  }

  /// Prices of a model that charges the same for cached and uncached input.
  public static TokenPrice perMillion(String input, String output) {
    return perMillion(input, output, input, input);
  }

  private static long money(String amount) {
    try {
      return BudgetMeasure.millionths(new BigDecimal(amount));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'%s' is not a price".formatted(amount), e);
    }
  }
}
