package dev.drover.store.jdbc;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.AccountStore;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Leases.OwnerId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Spending that sessions share. A write transaction has the database to itself, across processes:
/// the amounts that it reads of an account are valid until it commits.
final class JdbcAccountStore implements AccountStore {
  private final DatabaseAccess database;

  JdbcAccountStore(DatabaseAccess database) {
    this.database = database;
  }

  @Override
  public Reservation reserve(ReservationRequest claim) {
    return database.write(link -> reserve(link, claim));
  }

  private static Reservation reserve(PreparedConnection link, ReservationRequest claim)
      throws SQLException {
    var spent = spent(link, claim.account());
    var others = spent;
    for (var amount :
        link.all(
            """
            SELECT tokens, money, model_calls, tool_calls, millis FROM reservations
            WHERE account = ? AND NOT (session = ? AND effect = ?)\
            """,
            JdbcAccountStore::amount,
            claim.account(),
            claim.session().value(),
            claim.effect().ordinal())) {
      others = others.plus(amount);
    }
    var shortfall = claim.shortfall(others);
    if (shortfall != null) {
      return new Reservation.Refused(shortfall);
    }
    keep(link, claim);
    return new Reservation.Granted(spent, reached(link, claim, spent));
  }

  private static void keep(PreparedConnection link, ReservationRequest claim) throws SQLException {
    var need = claim.need();
    link.update(
        """
        INSERT OR REPLACE INTO reservations
          (session, effect, account, owner, tokens, money, model_calls, tool_calls, millis)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)\
        """,
        claim.session().value(),
        claim.effect().ordinal(),
        claim.account(),
        claim.owner().value(),
        need.tokens(),
        need.money(),
        need.modelCalls(),
        need.toolCalls(),
        need.millis());
  }

  private static List<BudgetMeasure> reached(
      PreparedConnection link, ReservationRequest claim, BudgetAmount spent) throws SQLException {
    var fresh = new ArrayList<BudgetMeasure>();
    for (var measure : claim.budget().reachedSoftLimits(spent)) {
      int told =
          link.update(
              """
              INSERT INTO account_warnings (account, measure, soft, owner) VALUES (?, ?, ?, ?)
              ON CONFLICT DO NOTHING\
              """,
              claim.account(),
              measure.name(),
              claim.budget().of(measure).soft(),
              claim.owner().value());
      if (told > 0) {
        fresh.add(measure);
      }
    }
    return fresh;
  }

  private static BudgetAmount spent(PreparedConnection link, String account) throws SQLException {
    return link.first(
            """
            SELECT tokens, money, model_calls, tool_calls, millis FROM accounts WHERE name = ?\
            """,
            JdbcAccountStore::amount,
            account)
        .orElse(BudgetAmount.NONE);
  }

  private static BudgetAmount amount(ResultSet row) throws SQLException {
    return new BudgetAmount(
        row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5));
  }

  @Override
  public AccountTotals totals(String account) {
    return database.read(
        link -> {
          var reserved = BudgetAmount.NONE;
          for (var amount :
              link.all(
                  """
                  SELECT tokens, money, model_calls, tool_calls, millis FROM reservations
                  WHERE account = ?\
                  """,
                  JdbcAccountStore::amount,
                  account)) {
            reserved = reserved.plus(amount);
          }
          return new AccountTotals(spent(link, account), reserved);
        });
  }

  @Override
  public List<Holder> holders(String account) {
    return database.read(
        link ->
            link.all(
                """
                SELECT DISTINCT r.owner, p.at_work_until FROM reservations r
                LEFT JOIN processes p ON p.owner = r.owner WHERE r.account = ?\
                """,
                JdbcAccountStore::holder,
                account));
  }

  private static Holder holder(ResultSet row) throws SQLException {
    var until = row.getString(2);
    return new Holder(new OwnerId(row.getString(1)), until == null ? null : Instant.parse(until));
  }

  @Override
  public void release(OwnerId owner, SessionId session, EffectId effect) {
    database.write(
        link ->
            link.update(
                "DELETE FROM reservations WHERE session = ? AND effect = ? AND owner = ?",
                session.value(),
                effect.ordinal(),
                owner.value()));
  }

  @Override
  public int release(OwnerId owner) {
    return database.write(
        link -> {
          link.update("DELETE FROM account_warnings WHERE owner = ?", owner.value());
          return link.update("DELETE FROM reservations WHERE owner = ?", owner.value());
        });
  }

  /// Part of an append.
  static void settle(
      PreparedConnection link, SessionId session, Catalog.Change.AccountSettled settled)
      throws SQLException {
    var effect = settled.effect();
    if (effect != null) {
      link.update(
          "DELETE FROM reservations WHERE session = ? AND effect = ?",
          session.value(),
          effect.ordinal());
    }
    // Added in Java and not in SQL: a sum that overflows would become a fraction.
    var sum = spent(link, settled.account()).plus(settled.spent());
    link.update(
        """
        INSERT OR REPLACE INTO accounts (name, tokens, money, model_calls, tool_calls, millis)
        VALUES (?, ?, ?, ?, ?, ?)\
        """,
        settled.account(),
        sum.tokens(),
        sum.money(),
        sum.modelCalls(),
        sum.toolCalls(),
        sum.millis());
  }

  /// Part of an append.
  static void warned(PreparedConnection link, Catalog.Change.AccountWarned warned)
      throws SQLException {
    link.update(
        """
        INSERT OR REPLACE INTO account_warnings (account, measure, soft, owner)
        VALUES (?, ?, ?, NULL)\
        """,
        warned.account(),
        warned.measure().name(),
        warned.soft());
  }
}
