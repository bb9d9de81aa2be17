package dev.drover.kernel.budget;

import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.Budget.BudgetScope;
import dev.drover.kernel.check.IdChecks;
import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.RunId;
import org.jspecify.annotations.Nullable;

/// The budgets of a run, and the price of its tokens.
///
/// @param run for each run separately
/// @param session for all runs of the session together
/// @param account shared with other sessions; null if there is none
/// @param price of the model; null if it is not known, in which case no money is counted
public record BudgetSet(
    Budget run, Budget session, @Nullable SharedAccount account, @Nullable TokenPrice price) {
  public BudgetSet {
    NullChecks.nonNull(run, "BudgetSet.run");
    NullChecks.nonNull(session, "BudgetSet.session");
  }

  public static final BudgetSet NONE = new BudgetSet(Budget.NONE, Budget.NONE, null, null);

  /// Placeholder for an account that each run shares with all the work delegated from it.
  private static final String TREE = "tree";

  /// An account that many sessions share.
  public record SharedAccount(String name, Budget budget) {
    public SharedAccount {
      NullChecks.nonNull(name, "SharedAccount.name");
      NullChecks.nonNull(budget, "SharedAccount.budget");
      IdChecks.requireValid("account", name);
    }

    public BudgetScope payer() {
      return new BudgetScope.OfAccount(name);
    }
  }

  public BudgetSet ofRun(Budget choice) {
    return new BudgetSet(choice, session, account, price);
  }

  public BudgetSet ofSession(Budget choice) {
    return new BudgetSet(run, choice, account, price);
  }

  /// Also charges this account, and stops where its budget does.
  ///
  /// @throws IllegalArgumentException if the name is reserved for the accounts of runs
  public BudgetSet ofAccount(String name, Budget choice) {
    if (name.equals(TREE) || name.startsWith(TREE + "-")) {
      throw new IllegalArgumentException(
          "account: '%s' is reserved for runs and their delegated work; use ofTree, or another name"
              .formatted(name));
    }
    return shared(name, choice);
  }

  private BudgetSet shared(String name, Budget choice) {
    return new BudgetSet(run, session, new SharedAccount(name, choice), price);
  }

  /// Also charges this account, without a limit.
  public BudgetSet ofAccount(String name) {
    return ofAccount(name, Budget.NONE);
  }

  /// Limits each run together with all the work delegated from it, at any depth. Replaces an
  /// account.
  public BudgetSet ofTree(Budget choice) {
    return shared(TREE, choice);
  }

  /// For one run: the account that it shares with its delegated work is named after the run.
  public BudgetSet forRun(RunId run) {
    return account != null && account.name().equals(TREE)
        ? shared(nameOf(run), account.budget())
        : this;
  }

  private static String nameOf(RunId run) {
    // A run's name may have the maximum length, and the names of one session differ at their end.
    var name = run.value();
    int room = IdChecks.MAX_LENGTH - TREE.length() - 1;
    return TREE + "-" + name.substring(Math.max(0, name.length() - room));
  }

  public BudgetSet withPrice(@Nullable TokenPrice known) {
    return new BudgetSet(run, session, account, known);
  }

  /// Whether there is nothing to count.
  public boolean areNone() {
    return equals(NONE);
  }

  public boolean haveMoney() {
    return isLimited(run.money())
        || isLimited(session.money())
        || (account != null && isLimited(account.budget().money()));
  }

  private static boolean isLimited(BudgetCap cap) {
    return cap.isHard() || cap.isSoft();
  }

  /// The source of the budgets in force in a session.
  public enum BudgetOrigin {
    /// Its runs: each run brings those of its agent.
    RUN,
    /// They were set for this session, and stay.
    SET
  }
}
