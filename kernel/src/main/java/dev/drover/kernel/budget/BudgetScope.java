package dev.drover.kernel.budget;

import dev.drover.kernel.check.IdChecks;

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
