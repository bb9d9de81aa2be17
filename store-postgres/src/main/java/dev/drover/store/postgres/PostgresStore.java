package dev.drover.store.postgres;

import dev.drover.spi.store.Store;
import dev.drover.store.sql.PreparedConnection;
import dev.drover.store.sql.SqlDialect.Role;
import dev.drover.store.sql.SqlStore;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.regex.Matcher;

/// A store in a PostgreSQL database, for any number of processes on any number of machines.
///
/// The address is `postgresql://user@host:port/database`; the tables are in the schema `drover`, or
/// in the one that `?schema=name` names, and are created when the store is first opened. A store
/// uses up to six connections. Behind a pooler that gives connections away after each transaction,
/// add `hints=poll`.
///
/// A write is confirmed when the server has committed it; what that survives is the server's
/// configuration (`fsync`, `synchronous_commit`, standbys).
public final class PostgresStore {
  private PostgresStore() {}

  /// Whether this is an address of a PostgreSQL database, and not the name of a file.
  public static boolean isAddress(String text) {
    return PostgresUrl.isOne(text);
  }

  /// The address as it may be shown to people.
  public static String withoutPassword(String address) {
    return PostgresUrl.withoutPassword(address);
  }

  /// The same address with a password, unless it has one.
  public static String withPassword(String address, String password) {
    var url = PostgresUrl.parse(address);
    return url.password() == null
        ? address.replaceFirst(
            "//(?:([^@/?]*)@)?",
            Matcher.quoteReplacement(
                "//%s:%s@"
                    .formatted(
                        URLEncoder.encode(url.user(), StandardCharsets.UTF_8).replace("+", "%20"),
                        URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20"))))
        : address;
  }

  /// Opens the store, and creates its tables if there are none.
  ///
  /// @throws dev.drover.spi.PortException with the reason and the remedy
  public static Store connect(String address) {
    var url = PostgresUrl.parse(address);
    try {
      var first = PostgresDialect.connect(url, Role.WRITER);
      try {
        var store = name(first);
        var dialect = new PostgresDialect(url, store);
        new PostgresSchema(dialect).bringUpToDate(first);
        return new SqlStore(dialect, PostgresAccess.open(dialect, store, first));
      } catch (SQLException | RuntimeException broken) {
        first.close();
        throw broken;
      }
    } catch (SQLException broken) {
      throw new PostgresProblems(url).of(broken);
    }
  }

  /// Opens the store for reading; nothing is written and nothing is created.
  ///
  /// @throws dev.drover.spi.PortException with the reason and the remedy
  public static Store connectReadOnly(String address) {
    var url = PostgresUrl.parse(address);
    try (PreparedConnection first = PostgresDialect.connect(url, Role.READER)) {
      var store = name(first);
      var dialect = new PostgresDialect(url, store);
      new PostgresSchema(dialect).requireCurrent(first);
      return new SqlStore(dialect, PostgresAccess.readOnly(dialect, store));
    } catch (SQLException broken) {
      throw new PostgresProblems(url).of(broken);
    }
  }

  /// Distinguishes this store from others on the same database.
  private static String name(PreparedConnection link) throws SQLException {
    return link.first("SELECT gen_random_uuid()::text", row -> row.getString(1)).orElseThrow();
  }
}
