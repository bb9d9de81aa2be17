package dev.drover.kernel;

import org.jspecify.annotations.Nullable;

/// So much of each [Measure]: what was used, or what a call may need.
public record Amount(long tokens, long money, long modelCalls, long toolCalls, long millis) {
  public static final Amount NONE = new Amount(0, 0, 0, 0, 0);

  /// The least that a model call needs.
  static final Amount MODEL_CALL = new Amount(1, 1, 1, 0, 1);

  /// What a tool call needs.
  public static final Amount TOOL_CALL = new Amount(0, 0, 0, 1, 1);

  public Amount {
    if (tokens < 0 || money < 0 || modelCalls < 0 || toolCalls < 0 || millis < 0) {
      throw new IllegalArgumentException("amounts are never negative");
    }
  }

  public static Amount ofToolCalls(long calls) {
    return new Amount(0, 0, 0, calls, 0);
  }

  public static Amount ofTime(long millis) {
    return new Amount(0, 0, 0, 0, millis);
  }

  /// What a reply comes to.
  ///
  /// @param price null if it is not known
  public static Amount ofReply(Usage used, @Nullable Price price) {
    return ofModelCall(used.total(), price == null ? 0 : price.of(used));
  }

  /// A reply of the model, or what one would come to.
  public static Amount ofModelCall(long tokens, long money) {
    return new Amount(tokens, money, 1, 0, 0);
  }

  public Amount plus(Amount more) {
    return new Amount(
        sum(tokens, more.tokens),
        sum(money, more.money),
        sum(modelCalls, more.modelCalls),
        sum(toolCalls, more.toolCalls),
        sum(millis, more.millis));
  }

  public long of(Measure measure) {
    return switch (measure) {
      case TOKENS -> tokens;
      case MONEY -> money;
      case MODEL_CALLS -> modelCalls;
      case TOOL_CALLS -> toolCalls;
      case TIME -> millis;
    };
  }

  /// Stays at the largest number there is: what a provider made up must not set a count back.
  static long sum(long one, long other) {
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
