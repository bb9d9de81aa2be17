package dev.drover.store.postgres;

import dev.drover.store.sql.DatabaseDeadline;
import dev.drover.store.sql.PreparedConnection;
import dev.drover.store.sql.SqlDialect.Role;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// What a process needs of a server, and whether it is there. Nothing is created or changed.
///
/// @param facts one for each thing that was found, for people
/// @param gaps what is missing, with what to do; empty if the store can be used
public record PostgresDiagnosis(List<String> facts, List<String> gaps) {
  private static final int ROUND_TRIPS = 20;
  private static final Duration LONGEST_HINT = Duration.ofSeconds(2);

  public PostgresDiagnosis {
    facts = List.copyOf(facts);
    gaps = List.copyOf(gaps);
  }

  /// @throws dev.drover.spi.PortException if the server cannot be used at all
  public static PostgresDiagnosis of(String address) {
    var url = PostgresUrl.parse(address);
    var facts = new ArrayList<String>();
    var gaps = new ArrayList<String>();
    try (var link = PostgresDialect.connect(url, Role.READER)) {
      var dialect = new PostgresDialect(url, "doctor");
      var version = link.connection().getMetaData().getDatabaseProductVersion();
      facts.add("%s, PostgreSQL %s".formatted(url, version));
      facts.add(new PostgresSchema(dialect).describe(link));
      permissions(link, url, gaps);
      link.connection().rollback();
      facts.add("round trip %.1f ms".formatted(roundTripMillis(link)));
      hints(dialect, link, facts, gaps);
    } catch (SQLException broken) {
      throw new PostgresProblems(url).of(broken);
    }
    return new PostgresDiagnosis(facts, gaps);
  }

  private static void permissions(PreparedConnection link, PostgresUrl url, List<String> gaps)
      throws SQLException {
    boolean exists =
        link.first("SELECT 1 FROM pg_namespace WHERE nspname = ?", row -> true, url.schema())
            .isPresent();
    var permission =
        exists
            ? "SELECT has_schema_privilege(?, 'USAGE')"
            : "SELECT has_database_privilege(current_database(), 'CREATE') OR ? = ''";
    if (!link.first(permission, row -> row.getBoolean(1), url.schema()).orElse(false)) {
      gaps.add(
          exists
              ? "user %s may not use schema %s: GRANT USAGE, CREATE ON SCHEMA %s TO %s"
                  .formatted(url.user(), url.schema(), url.schema(), url.user())
              : "user %s may not create schema %s: CREATE SCHEMA %s AUTHORIZATION %s"
                  .formatted(url.user(), url.schema(), url.schema(), url.user()));
    }
    if (link.first("SELECT pg_is_in_recovery()", row -> row.getBoolean(1)).orElse(false)) {
      gaps.add("it is a standby, which accepts no writes: connect to the primary");
    }
  }

  private static double roundTripMillis(PreparedConnection link) throws SQLException {
    link.first("SELECT 1", row -> row.getLong(1));
    var begun = DatabaseDeadline.in(Duration.ZERO);
    for (int i = 0; i < ROUND_TRIPS; i++) {
      link.first("SELECT 1", row -> row.getLong(1));
    }
    double millis = begun.overdue().toNanos() / 1e6 / ROUND_TRIPS;
    link.connection().rollback();
    return millis;
  }

  /// Behind a pooler that gives connections away after each transaction, a listener hears nothing.
  private static void hints(
      PostgresDialect dialect, PreparedConnection link, List<String> facts, List<String> gaps)
      throws SQLException {
    if (dialect.url().hints() == PostgresUrl.Hints.POLL) {
      facts.add("changes are polled, and statements are not prepared (hints=poll)");
      return;
    }
    var heard = new CountDownLatch(1);
    try (var hints = new DatabaseHints(dialect, "doctor");
        var subscription = hints.subscribe(_ -> heard.countDown())) {
      link.connection().setReadOnly(false);
      link.first(
          "SELECT pg_notify(?, ?)",
          row -> subscription,
          DatabaseHints.channel(dialect.url()),
          "test");
      link.connection().commit();
      if (heard.await(LONGEST_HINT.toMillis(), TimeUnit.MILLISECONDS)) {
        facts.add("changes are announced (LISTEN)");
      } else {
        gaps.add(
            "announcements do not arrive, as behind a pooler in transaction mode: add ?hints=poll");
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
