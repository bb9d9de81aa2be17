package dev.drover.store.postgres;

import dev.drover.kernel.value.Problem;
import dev.drover.spi.PortException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Errors of the server and the driver as problems that a person can act on.
///
/// @param url for messages; its text has no password
record PostgresProblems(PostgresUrl url) {
  private static final Set<String> REPEATABLE = Set.of("40001", "40P01", "55P03");

  /// Whether the transaction was refused because of others, and can be repeated.
  static boolean isRepeatable(SQLException broken) {
    return REPEATABLE.contains(state(broken));
  }

  /// Whether the connection is gone, so that the outcome of a commit is unknown.
  static boolean isConnectionLost(SQLException broken) {
    var state = state(broken);
    return state.startsWith("08") || state.startsWith("57P") || state.isEmpty();
  }

  private static String state(SQLException broken) {
    return broken.getSQLState() == null ? "" : broken.getSQLState();
  }

  PortException of(SQLException broken) {
    var state = state(broken);
    return switch (state) {
      case "28P01", "28000" ->
          problem(
              "store_access_denied",
              "The server refused the login",
              "user %s may not use %s: %s".formatted(url.user(), url, message(broken)),
              "Check the user and the password: in the address, in PGPASSWORD, or in ~/.pgpass.",
              broken);
      case "3D000" ->
          problem(
              "store_not_found",
              "There is no such database",
              "the server at %s has no database %s".formatted(url.hosts(), url.database()),
              "Create it, with: createdb %s. Or correct the address.".formatted(url.database()),
              broken);
      case "42501" ->
          problem(
              "store_access_denied",
              "The user has too few permissions",
              "user %s may not do this in schema %s of %s: %s"
                  .formatted(url.user(), url.schema(), url, message(broken)),
              "Grant it: GRANT CREATE, USAGE ON SCHEMA %s TO %s, or let its owner open the store once."
                  .formatted(url.schema(), url.user()),
              broken);
      default -> ofServer(broken, state);
    };
  }

  private PortException ofServer(SQLException broken, String state) {
    return switch (state) {
      case "25006" ->
          problem(
              "store_read_only",
              "The server accepts no writes",
              "%s is a standby, or its transactions are read-only".formatted(url),
              "Connect to the primary; several hosts can be named:"
                  + " postgresql://user@one,two/database.",
              broken);
      case "53100" ->
          problem(
              "store_full",
              "There is no room left",
              "the disk of the server %s is full: %s".formatted(url.hosts(), message(broken)),
              "Nothing of this was written, and nothing that was confirmed is lost. Make room, then"
                  + " try again.",
              broken);
      case "53300" ->
          problem(
              "store_unavailable",
              "The server has no connection left",
              "%s: %s".formatted(url, message(broken)),
              "Each process of Drover needs six. Raise max_connections, or put a pooler in front"
                  + " and add ?hints=poll.",
              broken);
      default ->
          state.startsWith("08") || state.isEmpty() ? unreachable(broken) : unavailable(broken);
    };
  }

  private PortException unreachable(SQLException broken) {
    return problem(
        "store_unavailable",
        "The server cannot be reached",
        "no PostgreSQL server answers at %s: %s".formatted(url.hosts(), message(broken)),
        "Check that it runs, that it listens there, and that host and port are right.",
        broken);
  }

  private PortException unavailable(SQLException broken) {
    return problem(
        "store_unavailable",
        "The server failed",
        "%s answered with error %s: %s".formatted(url, broken.getSQLState(), message(broken)),
        "Nothing of this was written. See the log of the server, then try again.",
        broken);
  }

  /// The connection broke inside of a commit, and the server could not be asked about it since.
  PortException unknownOutcome(SQLException broken) {
    return problem(
        "store_unavailable",
        "The server was lost while it committed",
        "%s did not confirm the last write, and may have done it: %s"
            .formatted(url, message(broken)),
        "Read what is stored before you write again.",
        broken);
  }

  PortException closed() {
    return problem(
        "store_closed",
        "The store is closed",
        "%s was closed by this program".formatted(url),
        "Open it again.",
        null);
  }

  PortException openedToRead() {
    return problem(
        "store_read_only",
        "The store was opened to read it",
        "%s is not written through this store".formatted(url),
        "Open it for writing.",
        null);
  }

  PortException missing() {
    return problem(
        "store_not_found",
        "There is no store",
        "database %s has no store in schema %s".formatted(url, url.schema()),
        "Open it for writing once, which creates it; or correct the address.",
        null);
  }

  PortException foreign() {
    return problem(
        "store_version",
        "This is not a store",
        "schema %s of %s has tables of another program; they were left as they are"
            .formatted(url.schema(), url),
        "Choose another schema, with ?schema=name.",
        null);
  }

  PortException version(int found, int known) {
    return found > known
        ? problem(
            "store_version",
            "The store is newer than this program",
            "%s has version %d; this program knows versions up to %d".formatted(url, found, known),
            "Use the version of Drover that wrote it, or a later one. Nothing was changed.",
            null)
        : problem(
            "store_outdated",
            "The store is older than this program",
            "%s has version %d, and this program reads version %d".formatted(url, found, known),
            "Open it for writing once, which brings it up to date.",
            null);
  }

  PortException oldServer(String version) {
    return problem(
        "store_version",
        "The server is too old",
        "%s runs PostgreSQL %s; version 14 or newer is needed".formatted(url, version),
        "Upgrade the server, or use another one.",
        null);
  }

  /// The first line: the rest is about positions in our statements.
  private static String message(SQLException broken) {
    var text = broken.getMessage() == null ? "no reason was given" : broken.getMessage();
    var line = text.lines().findFirst().orElse(text).strip();
    line = line.replaceFirst("^(FATAL|ERROR): ", "");
    return line.isEmpty()
        ? "no reason was given"
        : line.substring(0, 1).toLowerCase(Locale.ROOT)
            + line.substring(1).replaceFirst("\\.$", "");
  }

  private static PortException problem(
      String code, String title, String detail, String remedy, @Nullable Exception cause) {
    return new PortException(new Problem(code, title, detail, remedy), cause);
  }
}
