package dev.drover.kernel.budget;

import dev.drover.kernel.value.Usage;
import org.jspecify.annotations.Nullable;

/// An amount of each [BudgetMeasure]: used so far, or needed by a call.
public record BudgetAmount(long tokens, long money, long modelCalls, long toolCalls, long millis) {
  public static final BudgetAmount NONE = new BudgetAmount(0, 0, 0, 0, 0);

  /// The minimum that a model call needs.
  public static final BudgetAmount MODEL_CALL = new BudgetAmount(1, 1, 1, 0, 1);

  /// The amount that a tool call needs.
  public static final BudgetAmount TOOL_CALL = new BudgetAmount(0, 0, 0, 1, 1);

  public BudgetAmount {
    if (tokens < 0 || money < 0 || modelCalls < 0 || toolCalls < 0 || millis < 0) {
      throw new IllegalArgumentException("amounts are never negative");
    }
  }

  public static BudgetAmount ofToolCalls(long calls) {
    return new BudgetAmount(0, 0, 0, calls, 0);
  }

  public static BudgetAmount ofTime(long millis) {
    return new BudgetAmount(0, 0, 0, 0, millis);
  }

  /// The cost of a reply.
  ///
  /// @param price null if it is not known
  public static BudgetAmount ofReply(Usage used, @Nullable TokenPrice price) {
    return ofModelCall(used.total(), price == null ? 0 : price.of(used));
  }

  /// The actual or estimated cost of a model reply.
  public static BudgetAmount ofModelCall(long tokens, long money) {
    return new BudgetAmount(tokens, money, 1, 0, 0);
  }

  public BudgetAmount plus(BudgetAmount more) {
    return new BudgetAmount(
        sum(tokens, more.tokens),
        sum(money, more.money),
        sum(modelCalls, more.modelCalls),
        sum(toolCalls, more.toolCalls),
        sum(millis, more.millis));
  }

  public long of(BudgetMeasure measure) {
    return switch (measure) {
      case TOKENS -> tokens;
      case MONEY -> money;
      case MODEL_CALLS -> modelCalls;
      case TOOL_CALLS -> toolCalls;
      case TIME -> millis;
    };
  }

  /// Saturates at the maximum: a wrong count from a provider must not overflow the total.
  static long sum(long one, long other) {
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
