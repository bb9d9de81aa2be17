package dev.drover.kernel.budget;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.check.WaitLimit;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
}
