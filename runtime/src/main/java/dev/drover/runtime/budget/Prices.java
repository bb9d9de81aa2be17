package dev.drover.runtime.budget;

import dev.drover.kernel.Measure;
import dev.drover.kernel.Price;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What models cost, all in one currency. Immutable, and given by the host: prices change without
/// notice, so none are built in.
public final class Prices {
  public static final Prices NONE = new Prices(Map.of());

  private final Map<String, Price> byModel;

  private Prices(Map<String, Price> byModel) {
    this.byModel = Map.copyOf(byModel);
  }

  /// Knows one more model, or knows it better.
  ///
  /// @param model `provider/model`
  public Prices with(String model, Price price) {
    int slash = model.indexOf('/');
    if (slash < 1 || slash == model.length() - 1) {
      throw new IllegalArgumentException(
          "'%s' is not a model's name; write provider/model".formatted(model));
    }
    var more = new TreeMap<>(byModel);
    more.put(model, price);
    return new Prices(more);
  }

  public Optional<Price> of(String model) {
    return Optional.ofNullable(byModel.get(model));
  }

  /// What a million tokens cost: `perMillion("3.00", "15.00", "0.30", "3.75")`.
  public static Price perMillion(String input, String output, String cacheRead, String cacheWrite) {
    return new Price(money(input), money(output), money(cacheRead), money(cacheWrite));
  }

  /// Of a model that asks the same for input whether or not it is cached.
  public static Price perMillion(String input, String output) {
    return perMillion(input, output, input, input);
  }

  private static long money(String amount) {
    try {
      return Measure.millionths(new BigDecimal(amount));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'%s' is not a price".formatted(amount), e);
    }
  }
}
