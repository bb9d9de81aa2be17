package dev.drover.kernel;

import org.jspecify.annotations.Nullable;

/// The budgets that a run is under, and the price at which its tokens are counted.
///
/// @param run of each run by itself
/// @param session of all runs of the session together
/// @param account shared with other sessions; null if it has none
/// @param price of the model; null if it is not known, and then no money is counted
public record Budgets(Budget run, Budget session, @Nullable Shared account, @Nullable Price price) {
  public Budgets {
    NullChecks.nonNull(run, "Budgets.run");
    NullChecks.nonNull(session, "Budgets.session");
  }

  public static final Budgets NONE = new Budgets(Budget.NONE, Budget.NONE, null, null);

  /// Stands for an account that each run has for itself, and for all that others do for it.
  private static final String TREE = "tree";

  /// An account that many sessions draw on.
  public record Shared(String name, Budget budget) {
    public Shared {
      NullChecks.nonNull(name, "Shared.name");
      NullChecks.nonNull(budget, "Shared.budget");
      Ids.check("account", name);
    }

    public Payer payer() {
      return new Payer.OfAccount(name);
    }
  }

  public Budgets ofRun(Budget choice) {
    return new Budgets(choice, session, account, price);
  }

  public Budgets ofSession(Budget choice) {
    return new Budgets(run, choice, account, price);
  }

  /// Counts for this account too, and stops where its budget does.
  ///
  /// @throws IllegalArgumentException if it has a name that stands for the accounts of runs
  public Budgets ofAccount(String name, Budget choice) {
    if (name.equals(TREE) || name.startsWith(TREE + "-")) {
      throw new IllegalArgumentException(
          "account: '%s' is kept for runs and what others do for them; use ofTree, or another name"
              .formatted(name));
    }
    return shared(name, choice);
  }

  private Budgets shared(String name, Budget choice) {
    return new Budgets(run, session, new Shared(name, choice), price);
  }

  /// Counts for this account too, without a limit.
  public Budgets ofAccount(String name) {
    return ofAccount(name, Budget.NONE);
  }

  /// Of each run together with all that others do for it, in any depth. Takes the place of an
  /// account.
  public Budgets ofTree(Budget choice) {
    return shared(TREE, choice);
  }

  /// For one run: the account that it shares with those who work for it has its name.
  public Budgets in(RunId run) {
    return account != null && account.name().equals(TREE)
        ? shared(nameOf(run), account.budget())
        : this;
  }

  private static String nameOf(RunId run) {
    // A run's name may be as long as any, and those of one session differ at their end.
    var name = run.value();
    int room = Ids.MAX_LENGTH - TREE.length() - 1;
    return TREE + "-" + name.substring(Math.max(0, name.length() - room));
  }

  public Budgets at(@Nullable Price known) {
    return new Budgets(run, session, account, known);
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

  private static boolean isLimited(Cap cap) {
    return cap.isHard() || cap.isSoft();
  }
}
