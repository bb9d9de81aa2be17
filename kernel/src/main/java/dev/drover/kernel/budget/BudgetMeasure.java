package dev.drover.kernel.budget;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;

/// The quantities that a budget limits.
public enum BudgetMeasure {
  /// All tokens that a model read or wrote, each counted once.
  TOKENS("tokens"),
  /// In millionths of the currency of the prices.
  MONEY("of money"),
  /// Model replies. A failed attempt does not count.
  MODEL_CALLS("model calls"),
  /// Started calls. A call that is restarted after a crash counts once.
  TOOL_CALLS("tool calls"),
  /// In milliseconds, from the start of a run to its end, excluding the time in which it waited for
  /// a person or no process drove it.
  TIME("of time");

  /// Millionths have six digits.
  private static final int DIGITS = 6;

  private final String unit;

  BudgetMeasure(String word) {
    this.unit = word;
  }

  /// The unit that follows the number in texts for people.
  public String unit() {
    return unit;
  }

  /// The number without its unit, for people: `1200`, `0.25`, `1m30s`.
  public String format(long amount) {
    return switch (this) {
      case TOKENS, MODEL_CALLS, TOOL_CALLS -> Long.toString(amount);
      case MONEY -> plain(amount);
      case TIME -> Duration.ofMillis(amount).toString().substring(2).toLowerCase(Locale.ROOT);
    };
  }

  /// An amount of money as a decimal number: `0.25`.
  public static String plain(long millionths) {
    var whole = BigDecimal.valueOf(millionths, DIGITS).stripTrailingZeros();
    return whole.scale() < 2 ? whole.setScale(2).toPlainString() : whole.toPlainString();
  }

  /// The same money in millionths.
  ///
  /// @throws IllegalArgumentException if the amount has more than six decimals or is too large
  public static long millionths(BigDecimal money) {
    try {
      return money.movePointRight(DIGITS).longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "%s is not an amount of at most %d digits behind the point"
              .formatted(money.toPlainString(), DIGITS),
          e);
    }
  }
}
