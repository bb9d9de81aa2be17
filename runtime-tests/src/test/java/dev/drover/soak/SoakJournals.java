package dev.drover.soak;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Reads a SQLite file without any of the code that wrote it.
final class SoakJournals implements AutoCloseable {
  private final Connection connection;
  private final ObjectMapper json = new ObjectMapper();

  SoakJournals(Path file) throws SQLException {
    connection = DriverManager.getConnection("jdbc:sqlite:" + file);
  }

  /// One session with its own events.
  ///
  /// @param source ordinal of the session it was forked from; 0 if it is not a fork
  /// @param shared number of the last event that it shares with its source
  record Journal(
      long ordinal,
      String id,
      long length,
      long source,
      long shared,
      @Nullable String running,
      @Nullable String parent,
      List<JsonNode> events) {
    List<JsonNode> all(String type) {
      return events.stream().filter(event -> type(event).equals(type)).toList();
    }
  }

  static String type(JsonNode event) {
    return event.path("type").asString();
  }

  static String text(JsonNode node, String field) {
    return node.path(field).asString("");
  }

  /// Counts the events of the type by the value of the field.
  static Map<String, Long> counted(Journal journal, String type, String field) {
    return journal.all(type).stream().collect(groupingBy(event -> text(event, field), counting()));
  }

  /// By their ids, in creation order.
  Map<String, Journal> journals() throws SQLException {
    var byOrdinal = new LinkedHashMap<Long, Journal>();
    read(
        "SELECT ordinal, id, length, source, shared, running, parent FROM sessions"
            + " ORDER BY ordinal",
        row ->
            byOrdinal.put(
                row.getLong(1),
                new Journal(
                    row.getLong(1),
                    row.getString(2),
                    row.getLong(3),
                    row.getLong(4),
                    row.getLong(5),
                    row.getString(6),
                    row.getString(7),
                    new ArrayList<>())));
    read(
        "SELECT session, body FROM events ORDER BY session, seq",
        row ->
            Objects.requireNonNull(byOrdinal.get(row.getLong(1)))
                .events()
                .add(json.readTree(row.getBytes(2))));
    var byId = new LinkedHashMap<String, Journal>();
    byOrdinal.values().forEach(journal -> byId.put(journal.id(), journal));
    return byId;
  }

  /// Rows as lists of strings, with an empty string for null.
  List<List<String>> rows(String query) throws SQLException {
    var rows = new ArrayList<List<String>>();
    read(
        query,
        row -> {
          var words = new ArrayList<String>();
          for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            var word = row.getString(i);
            words.add(word == null ? "" : word);
          }
          rows.add(words);
        });
    return rows;
  }

  private interface Reading {
    void read(ResultSet row) throws SQLException;
  }

  private void read(String query, Reading reading) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      while (rows.next()) {
        reading.read(rows);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
