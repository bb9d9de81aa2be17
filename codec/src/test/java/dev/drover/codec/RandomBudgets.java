package dev.drover.codec;

import dev.drover.kernel.Amount;
import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Cap;
import dev.drover.kernel.Fallback;
import dev.drover.kernel.Measure;
import dev.drover.kernel.Payer;
import dev.drover.kernel.Price;
import dev.drover.kernel.Spending;
import org.jspecify.annotations.Nullable;

/// What may be spent and what was, drawn from a seed.
final class RandomBudgets {
  private RandomBudgets() {}

  static Budgets budgets(Dice dice) {
    return new Budgets(
        budget(dice),
        budget(dice),
        dice.choice(2) == 0 ? null : new Budgets.Shared("a-" + dice.choice(9), budget(dice)),
        price(dice));
  }

  private static @Nullable Price price(Dice dice) {
    return dice.choice(2) == 0
        ? null
        : new Price(dice.count(), dice.count(), dice.count(), dice.count());
  }

  static Fallback fallback(Dice dice) {
    return new Fallback(dice.string(), price(dice));
  }

  private static Budget budget(Dice dice) {
    return new Budget(cap(dice), cap(dice), cap(dice), cap(dice), cap(dice));
  }

  private static Cap cap(Dice dice) {
    long hard = dice.positive();
    return switch (dice.choice(4)) {
      case 0 -> Cap.NONE;
      case 1 -> Cap.at(hard);
      case 2 -> Cap.warning(hard);
      default -> new Cap(1 + hard / 2, hard);
    };
  }

  static Payer payer(Dice dice) {
    return switch (dice.choice(3)) {
      case 0 -> new Payer.OfRun();
      case 1 -> new Payer.OfSession();
      default -> new Payer.OfAccount("a-" + dice.choice(9));
    };
  }

  static Measure measure(Dice dice) {
    return dice.of(Measure.values());
  }

  static Spending spending(Dice dice) {
    return dice.choice(2) == 0
        ? Spending.NONE
        : Spending.resting(
            dice.choice(2) == 0 ? Budgets.NONE : budgets(dice),
            dice.of(Spending.Origin.values()),
            new Amount(dice.count(), dice.count(), dice.count(), dice.count(), dice.count()),
            dice.list(() -> new Spending.Warned(payer(dice), measure(dice))));
  }
}
