package dev.drover.codec;

import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.BudgetSet.BudgetOrigin;
import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.machine.BudgetUsage;
import org.jspecify.annotations.Nullable;

/// Random budgets and usages, drawn from a seed.
final class RandomBudgets {
  private RandomBudgets() {}

  static BudgetSet budgets(RandomSource dice) {
    return new BudgetSet(
        budget(dice),
        budget(dice),
        dice.choice(2) == 0
            ? null
            : new BudgetSet.SharedAccount("a-" + dice.choice(9), budget(dice)),
        price(dice));
  }

  private static @Nullable TokenPrice price(RandomSource dice) {
    return dice.choice(2) == 0
        ? null
        : new TokenPrice(dice.count(), dice.count(), dice.count(), dice.count());
  }

  static FallbackModel fallback(RandomSource dice) {
    return new FallbackModel(dice.string(), price(dice));
  }

  private static Budget budget(RandomSource dice) {
    return new Budget(cap(dice), cap(dice), cap(dice), cap(dice), cap(dice));
  }

  private static BudgetCap cap(RandomSource dice) {
    long hard = dice.positive();
    return switch (dice.choice(4)) {
      case 0 -> BudgetCap.NONE;
      case 1 -> BudgetCap.at(hard);
      case 2 -> BudgetCap.warning(hard);
      default -> new BudgetCap(1 + hard / 2, hard);
    };
  }

  static BudgetScope payer(RandomSource dice) {
    return switch (dice.choice(3)) {
      case 0 -> new BudgetScope.OfRun();
      case 1 -> new BudgetScope.OfSession();
      default -> new BudgetScope.OfAccount("a-" + dice.choice(9));
    };
  }

  static BudgetMeasure measure(RandomSource dice) {
    return dice.of(BudgetMeasure.values());
  }

  static BudgetUsage spending(RandomSource dice) {
    return dice.choice(2) == 0
        ? BudgetUsage.NONE
        : BudgetUsage.resting(
            dice.choice(2) == 0 ? BudgetSet.NONE : budgets(dice),
            dice.of(BudgetOrigin.values()),
            new BudgetAmount(dice.count(), dice.count(), dice.count(), dice.count(), dice.count()),
            dice.list(() -> new BudgetUsage.Warned(payer(dice), measure(dice))));
  }
}
