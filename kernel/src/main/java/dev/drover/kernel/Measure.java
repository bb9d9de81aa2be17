package dev.drover.kernel;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;

/// What a budget counts.
public enum Measure {
  /// Everything that a model read or wrote, each token once.
  TOKENS("tokens"),
  /// In millionths of the currency that prices are given in.
  MONEY("of money"),
  /// Replies of the model. An attempt that broke is none.
  MODEL_CALLS("model calls"),
  /// Calls that were started, each once, however often it had to be started again after a crash.
  TOOL_CALLS("tool calls"),
  /// In milliseconds, from the start of a run to its end, without the time in which it waited for a
  /// person or nobody drove it.
  TIME("of time");

  /// Millionths have six digits.
  private static final int DIGITS = 6;

  private final String word;

  Measure(String word) {
    this.word = word;
  }

  /// What stands behind the number, for people.
  public String word() {
    return word;
  }

  /// The number alone, for people: `1200`, `0.25`, `1m30s`.
  public String number(long amount) {
    return switch (this) {
      case TOKENS, MODEL_CALLS, TOOL_CALLS -> Long.toString(amount);
      case MONEY -> plain(amount);
      case TIME -> Duration.ofMillis(amount).toString().substring(2).toLowerCase(Locale.ROOT);
    };
  }

  /// An amount of money as it is written down: `0.25`.
  public static String plain(long millionths) {
    var whole = BigDecimal.valueOf(millionths, DIGITS).stripTrailingZeros();
    return whole.scale() < 2 ? whole.setScale(2).toPlainString() : whole.toPlainString();
  }

  /// The same money in millionths.
  ///
  /// @throws IllegalArgumentException if it is finer than that, or too much
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
