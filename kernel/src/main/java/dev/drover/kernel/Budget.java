package dev.drover.kernel;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What may be used of each [Measure]. By default of none of them there is a limit.
///
/// @param time in milliseconds
public record Budget(Cap tokens, Cap money, Cap modelCalls, Cap toolCalls, Cap time) {
  public Budget {
    NullChecks.nonNull(tokens, "Budget.tokens");
    NullChecks.nonNull(money, "Budget.money");
    NullChecks.nonNull(modelCalls, "Budget.modelCalls");
    NullChecks.nonNull(toolCalls, "Budget.toolCalls");
    NullChecks.nonNull(time, "Budget.time");
  }

  public static final Budget NONE = new Budget(Cap.NONE, Cap.NONE, Cap.NONE, Cap.NONE, Cap.NONE);

  private static final List<Measure> MEASURES = List.of(Measure.values());

  public Budget tokens(long most) {
    return tokens(Cap.at(most));
  }

  public Budget tokens(Cap cap) {
    return new Budget(cap, money, modelCalls, toolCalls, time);
  }

  /// In the currency of the price table: `0.50`.
  public Budget money(String most) {
    return money(Cap.at(Measure.millionths(new BigDecimal(most))));
  }

  /// @param cap in millionths
  public Budget money(Cap cap) {
    return new Budget(tokens, cap, modelCalls, toolCalls, time);
  }

  public Budget modelCalls(long most) {
    return modelCalls(Cap.at(most));
  }

  public Budget modelCalls(Cap cap) {
    return new Budget(tokens, money, cap, toolCalls, time);
  }

  public Budget toolCalls(long most) {
    return toolCalls(Cap.at(most));
  }

  public Budget toolCalls(Cap cap) {
    return new Budget(tokens, money, modelCalls, cap, time);
  }

  public Budget time(Duration most) {
    return time(Cap.at(LongestWait.cap(most).toMillis()));
  }

  /// @param cap in milliseconds
  public Budget time(Cap cap) {
    return new Budget(tokens, money, modelCalls, toolCalls, cap);
  }

  public Cap of(Measure measure) {
    return switch (measure) {
      case TOKENS -> tokens;
      case MONEY -> money;
      case MODEL_CALLS -> modelCalls;
      case TOOL_CALLS -> toolCalls;
      case TIME -> time;
    };
  }

  /// The one rule of what may be begun, for runs, sessions and accounts alike.
  ///
  /// @param used reservations included
  /// @return what stands against it; empty if nothing does
  public Optional<Shortfall> shortfall(Payer payer, Amount used, Amount need) {
    for (var measure : MEASURES) {
      var cap = of(measure);
      if (!cap.admits(used.of(measure), need.of(measure))) {
        return Optional.of(
            new Shortfall(payer, measure, cap.hard(), used.of(measure), need.of(measure)));
      }
    }
    return Optional.empty();
  }

  /// The measures whose soft limit is reached.
  public List<Measure> reached(Amount used) {
    List<Measure> reached = List.of();
    for (var measure : MEASURES) {
      if (used.of(measure) >= of(measure).soft()) {
        reached = reached.isEmpty() ? new ArrayList<>(1) : reached;
        reached.add(measure);
      }
    }
    return reached;
  }
}
