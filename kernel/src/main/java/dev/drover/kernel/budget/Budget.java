package dev.drover.kernel.budget;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.check.IdChecks;
import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.check.WaitLimit;
import dev.drover.kernel.value.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A limit for each [BudgetMeasure]. By default no measure is limited.
///
/// @param time in milliseconds
public record Budget(
    BudgetCap tokens, BudgetCap money, BudgetCap modelCalls, BudgetCap toolCalls, BudgetCap time) {
  public Budget {
    NullChecks.nonNull(tokens, "Budget.tokens");
    NullChecks.nonNull(money, "Budget.money");
    NullChecks.nonNull(modelCalls, "Budget.modelCalls");
    NullChecks.nonNull(toolCalls, "Budget.toolCalls");
    NullChecks.nonNull(time, "Budget.time");
  }

  public static final Budget NONE =
      new Budget(BudgetCap.NONE, BudgetCap.NONE, BudgetCap.NONE, BudgetCap.NONE, BudgetCap.NONE);

  private static final List<BudgetMeasure> MEASURES = List.of(BudgetMeasure.values());

  public Budget tokens(long most) {
    return tokens(BudgetCap.at(most));
  }

  public Budget tokens(BudgetCap cap) {
    return new Budget(cap, money, modelCalls, toolCalls, time);
  }

  /// In the currency of the price table: `0.50`.
  public Budget money(String most) {
    return money(BudgetCap.at(BudgetMeasure.millionths(new BigDecimal(most))));
  }

  /// @param cap in millionths
  public Budget money(BudgetCap cap) {
    return new Budget(tokens, cap, modelCalls, toolCalls, time);
  }

  public Budget modelCalls(long most) {
    return modelCalls(BudgetCap.at(most));
  }

  public Budget modelCalls(BudgetCap cap) {
    return new Budget(tokens, money, cap, toolCalls, time);
  }

  public Budget toolCalls(long most) {
    return toolCalls(BudgetCap.at(most));
  }

  public Budget toolCalls(BudgetCap cap) {
    return new Budget(tokens, money, modelCalls, cap, time);
  }

  public Budget time(Duration most) {
    return time(BudgetCap.at(WaitLimit.cap(most).toMillis()));
  }

  /// @param cap in milliseconds
  public Budget time(BudgetCap cap) {
    return new Budget(tokens, money, modelCalls, toolCalls, cap);
  }

  public BudgetCap of(BudgetMeasure measure) {
    return switch (measure) {
      case TOKENS -> tokens;
      case MONEY -> money;
      case MODEL_CALLS -> modelCalls;
      case TOOL_CALLS -> toolCalls;
      case TIME -> time;
    };
  }

  /// The single rule that decides whether a call may begin, for runs, sessions and accounts.
  ///
  /// @param used reservations included
  /// @return the limit that the call might exceed; empty if there is none
  public Optional<BudgetShortfall> shortfall(
      BudgetScope payer, BudgetAmount used, BudgetAmount need) {
    for (var measure : MEASURES) {
      var cap = of(measure);
      if (!cap.admits(used.of(measure), need.of(measure))) {
        return Optional.of(
            new BudgetShortfall(payer, measure, cap.hard(), used.of(measure), need.of(measure)));
      }
    }
    return Optional.empty();
  }

  /// The measures whose soft limit is reached.
  public List<BudgetMeasure> reachedSoftLimits(BudgetAmount used) {
    List<BudgetMeasure> reached = List.of();
    for (var measure : MEASURES) {
      if (used.of(measure) >= of(measure).soft()) {
        reached = reached.isEmpty() ? new ArrayList<>(1) : reached;
        reached.add(measure);
      }
    }
    return reached;
  }

  /// An amount of each [BudgetMeasure]: used so far, or needed by a call.
  public record BudgetAmount(
      long tokens, long money, long modelCalls, long toolCalls, long millis) {
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

  /// The limits of one [BudgetMeasure].
  ///
  /// @param soft reaching this amount is reported once and has no other effect
  /// @param hard a call that might exceed this amount is not begun
  public record BudgetCap(long soft, long hard) {
    private static final long NEVER = Long.MAX_VALUE;

    public static final BudgetCap NONE = new BudgetCap(NEVER, NEVER);

    public BudgetCap {
      if (soft < 1 || hard < 1) {
        throw new IllegalArgumentException(
            "a limit is at least 1, not %d, %d".formatted(soft, hard));
      }
      if (soft > hard && soft != NEVER) {
        throw new IllegalArgumentException(
            "the soft limit %d is above the hard limit %d".formatted(soft, hard));
      }
    }

    public static BudgetCap at(long hard) {
      return new BudgetCap(NEVER, hard);
    }

    /// A soft limit only.
    public static BudgetCap warning(long soft) {
      return new BudgetCap(soft, NEVER);
    }

    public BudgetCap warningAt(long used) {
      return new BudgetCap(used, hard);
    }

    public boolean isHard() {
      return hard != NEVER;
    }

    public boolean isSoft() {
      return soft != NEVER;
    }

    boolean admits(long used, long need) {
      return need == 0 || BudgetAmount.sum(used, need) <= hard;
    }
  }

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
    /// In milliseconds, from the start of a run to its end, excluding the time in which it waited
    /// for a person or no process drove it.
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

  /// The owner of a budget.
  public sealed interface BudgetScope {
    record OfRun() implements BudgetScope {}

    record OfSession() implements BudgetScope {}

    /// Shared by all sessions that name it, in any process.
    record OfAccount(String name) implements BudgetScope {
      public OfAccount {
        IdChecks.requireValid("account", name);
      }
    }

    /// A description for people.
    default String describe() {
      return switch (this) {
        case OfRun _ -> "the run";
        case OfSession _ -> "the session";
        case OfAccount(var name) -> "the account " + name;
      };
    }
  }

  /// The reason why a call is not begun: it might exceed a limit.
  ///
  /// @param need the amount that the call could use
  public record BudgetShortfall(
      BudgetScope payer, BudgetMeasure measure, long limit, long used, long need) {
    /// A description for people and for the model.
    public String describe() {
      return "%s has used %s of its %s %s; the next call may need %s"
          .formatted(
              payer.describe(),
              measure.format(used),
              measure.format(limit),
              measure.unit(),
              measure.format(need));
    }
  }
}
