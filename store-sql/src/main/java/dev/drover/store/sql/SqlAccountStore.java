package dev.drover.store.sql;

import dev.drover.kernel.budget.Budget.BudgetAmount;
import dev.drover.kernel.budget.Budget.BudgetMeasure;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.AccountStore;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Leases.OwnerId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Spending that sessions share. A reservation locks the account, across processes: the amounts
/// that it reads are valid until it commits, except that they become smaller by a settlement that
/// costs less than was reserved.
final class SqlAccountStore implements AccountStore {
  private final DatabaseAccess database;
  private final SqlTables tables;

  SqlAccountStore(DatabaseAccess database, SqlTables tables) {
    this.database = database;
    this.tables = tables;
  }

  @Override
  public Reservation reserve(ReservationRequest claim) {
    return database.write(WriteLocks.account(claim.account()), link -> reserve(link, claim));
  }

  private Reservation reserve(PreparedConnection link, ReservationRequest claim)
      throws SQLException {
    var totals =
        totals(
            link,
            " AND NOT (session = ? AND effect = ?)",
            claim.account(),
            claim.account(),
            claim.session().value(),
            claim.effect().ordinal());
    var shortfall = claim.shortfall(totals.spent().plus(totals.reserved()));
    if (shortfall != null) {
      return new Reservation.Refused(shortfall);
    }
    keep(link, claim);
    return new Reservation.Granted(totals.spent(), reached(link, claim, totals.spent()));
  }

  private record AmountRow(boolean spent, BudgetAmount amount) {}

  /// In one statement: a call that is settled meanwhile counts once. Added in Java and not in SQL,
  /// because a sum may overflow.
  private AccountTotals totals(PreparedConnection link, String others, Object... values)
      throws SQLException {
    var spent = BudgetAmount.NONE;
    var reserved = BudgetAmount.NONE;
    for (var row :
        link.all(
            """
            SELECT tokens, money, model_calls, tool_calls, millis, 1 FROM %s WHERE name = ?
            UNION ALL
            SELECT tokens, money, model_calls, tool_calls, millis, 0 FROM reservations
            WHERE account = ?%s\
            """
                .formatted(tables.spentAmounts(), others),
            row -> new AmountRow(row.getLong(6) == 1, amount(row)),
            values)) {
      if (row.spent()) {
        spent = spent.plus(row.amount());
      } else {
        reserved = reserved.plus(row.amount());
      }
    }
    return new AccountTotals(spent, reserved);
  }

  private static void keep(PreparedConnection link, ReservationRequest claim) throws SQLException {
    var need = claim.need();
    link.update(
        """
        INSERT INTO reservations
          (session, effect, account, owner, tokens, money, model_calls, tool_calls, millis)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (session, effect) DO UPDATE SET account = excluded.account,
          owner = excluded.owner, tokens = excluded.tokens, money = excluded.money,
          model_calls = excluded.model_calls, tool_calls = excluded.tool_calls,
          millis = excluded.millis\
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

  private static BudgetAmount amount(SqlRow row) throws SQLException {
    return new BudgetAmount(
        row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5));
  }

  @Override
  public AccountTotals totals(String account) {
    return database.read(link -> totals(link, "", account, account));
  }

  @Override
  public List<Holder> holders(String account) {
    return database.read(
        link ->
            link.all(
                """
                SELECT r.owner, %s FROM (
                  SELECT DISTINCT owner FROM reservations WHERE account = ?) r
                LEFT JOIN processes p ON p.owner = r.owner\
                """
                    .formatted(SqlLeases.columns(tables)),
                SqlAccountStore::holder,
                account));
  }

  private static Holder holder(SqlRow row) throws SQLException {
    return new Holder(
        new OwnerId(row.getString(1)), row.getString(2) == null ? null : SqlLeases.lease(row, 2));
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
  static List<SqlChange> released(SessionId session, Catalog.Change.AccountSettled settled) {
    var effect = settled.effect();
    return effect == null
        ? List.of()
        : List.of(
            SqlChange.of(
                SqlChange.Kind.RESERVATION_RELEASED,
                "DELETE FROM reservations WHERE session = ? AND effect = ?",
                session.value(),
                effect.ordinal()));
  }

  /// Part of an append.
  static SqlChange warned(Catalog.Change.AccountWarned warned) {
    return SqlChange.of(
        SqlChange.Kind.ACCOUNT_WARNED,
        """
        INSERT INTO account_warnings (account, measure, soft, owner) VALUES (?, ?, ?, NULL)
        ON CONFLICT (account, measure, soft) DO UPDATE SET owner = NULL\
        """,
        warned.account(),
        warned.measure().name(),
        warned.soft());
  }
}
