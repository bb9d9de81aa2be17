package dev.drover.store.jdbc;

import dev.drover.kernel.Amount;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Measure;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Accounts;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.OwnerId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What sessions spend together. A write transaction is alone with the database, whichever process
/// it belongs to: what it reads of an account is true until it commits.
final class JdbcAccounts implements Accounts {
  private final Database database;

  JdbcAccounts(Database database) {
    this.database = database;
  }

  @Override
  public Grant reserve(Claim claim) {
    return database.write(link -> reserve(link, claim));
  }

  private static Grant reserve(Link link, Claim claim) throws SQLException {
    var spent = spent(link, claim.account());
    var others = spent;
    for (var amount :
        link.all(
            """
            SELECT tokens, money, model_calls, tool_calls, millis FROM reservations
            WHERE account = ? AND NOT (session = ? AND effect = ?)\
            """,
            JdbcAccounts::amount,
            claim.account(),
            claim.session().value(),
            claim.effect().ordinal())) {
      others = others.plus(amount);
    }
    var shortfall = claim.shortfall(others);
    if (shortfall != null) {
      return new Grant.Refused(shortfall);
    }
    keep(link, claim);
    return new Grant.Given(spent, reached(link, claim, spent));
  }

  private static void keep(Link link, Claim claim) throws SQLException {
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

  private static List<Measure> reached(Link link, Claim claim, Amount spent) throws SQLException {
    var fresh = new ArrayList<Measure>();
    for (var measure : claim.budget().reached(spent)) {
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

  private static Amount spent(Link link, String account) throws SQLException {
    return link.first(
            """
            SELECT tokens, money, model_calls, tool_calls, millis FROM accounts WHERE name = ?\
            """,
            JdbcAccounts::amount,
            account)
        .orElse(Amount.NONE);
  }

  private static Amount amount(ResultSet row) throws SQLException {
    return new Amount(
        row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5));
  }

  @Override
  public Standing standing(String account) {
    return database.read(
        link -> {
          var reserved = Amount.NONE;
          for (var amount :
              link.all(
                  """
                  SELECT tokens, money, model_calls, tool_calls, millis FROM reservations
                  WHERE account = ?\
                  """,
                  JdbcAccounts::amount,
                  account)) {
            reserved = reserved.plus(amount);
          }
          return new Standing(spent(link, account), reserved);
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
                JdbcAccounts::holder,
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
  static void settle(Link link, SessionId session, Change.AccountSettled settled)
      throws SQLException {
    var effect = settled.effect();
    if (effect != null) {
      link.update(
          "DELETE FROM reservations WHERE session = ? AND effect = ?",
          session.value(),
          effect.ordinal());
    }
    // Added here and not there: a sum that does not fit would become a fraction.
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
  static void warned(Link link, Change.AccountWarned warned) throws SQLException {
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
