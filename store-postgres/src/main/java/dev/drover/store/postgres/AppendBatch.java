package dev.drover.store.postgres;

import dev.drover.spi.store.Blobs.BlobReferences;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import dev.drover.store.sql.AppendRows;
import dev.drover.store.sql.CatalogStatements;
import dev.drover.store.sql.HeadChange;
import dev.drover.store.sql.PreparedConnection;
import dev.drover.store.sql.ReferringBytes;
import dev.drover.store.sql.SqlChange;
import java.sql.Array;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Writes the appends of many sessions in one transaction, with a few statements over arrays. Used
/// once, by one thread.
///
/// The heads of all sessions are locked first, in the order of their ids, so the lengths that are
/// read there hold: an append that comes too late is left out and does not affect the others. New
/// sessions come last, because the counter of their ordinals stays locked until the commit.
final class AppendBatch {
  /// An append that contradicts the stored data. The transaction has to be repeated without it.
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Journal.Append append;
    private final String why;

    private Refused(Journal.Append append, String why) {
      super(why, null, false, false);
      this.append = append;
      this.why = why;
    }

    Journal.Append append() {
      return append;
    }

    String why() {
      return why;
    }
  }

  private record Head(long session, long length) {}

  /// An append whose session is locked, or created.
  private record Placed(Journal.Append append, long session) {}

  private final PreparedConnection link;
  private final Map<String, Long> outcomes = new HashMap<>();
  private final Map<String, Head> heads = new HashMap<>();
  private final List<Placed> placed = new ArrayList<>();

  AppendBatch(PreparedConnection link) {
    this.link = link;
  }

  /// Whether an append can be written with others: forks copy rows of their source.
  static boolean isPlain(Journal.Append append) {
    for (var change : append.changes()) {
      if (change instanceof Catalog.Change.SessionForked
          || change instanceof Catalog.Change.Continued) {
        return false;
      }
    }
    return true;
  }

  /// @param appends of different sessions
  /// @return by the id of the session, as [AppendRows#append] says it
  Map<String, Long> write(List<Journal.Append> appends) throws SQLException, Refused {
    lock(appends);
    var created = new ArrayList<Journal.Append>();
    for (var append : appends) {
      var head = heads.get(append.session().value());
      if (append.after() == 0 && head == null) {
        created.add(append);
      } else if (head != null && append.after() > 0 && head.length() == append.after()) {
        placed.add(new Placed(append, head.session()));
        outcomes.put(append.session().value(), AppendRows.WRITTEN);
      } else {
        outcomes.put(append.session().value(), tail(head));
      }
    }
    advance();
    create(created);
    events();
    references();
    changes();
    return outcomes;
  }

  private static long tail(@Nullable Head head) {
    if (head == null) {
      return 0;
    }
    return head.length() < 0 ? AppendRows.DELETED : head.length();
  }

  private void lock(List<Journal.Append> appends) throws SQLException {
    var ids = new TreeSet<String>();
    for (var append : appends) {
      ids.add(append.session().value());
      for (var change : append.changes()) {
        if (change instanceof Catalog.Change.MessageSent(var item)) {
          ids.add(item.session().value());
        }
      }
    }
    var statement =
        link.statement(
            "SELECT id, session, length FROM heads WHERE id = ANY(?) ORDER BY id FOR UPDATE");
    statement.setArray(1, texts(new ArrayList<>(ids)));
    try (var rows = statement.executeQuery()) {
      while (rows.next()) {
        heads.put(
            link.encoding().decode(rows.getString(1)), new Head(rows.getLong(2), rows.getLong(3)));
      }
    }
  }

  private Array texts(List<@Nullable String> values) throws SQLException {
    var encoded = new @Nullable String[values.size()];
    for (int i = 0; i < encoded.length; i++) {
      var value = values.get(i);
      encoded[i] = value == null ? null : link.encoding().encode(value);
    }
    return link.connection().createArrayOf("text", encoded);
  }

  private Array numbers(List<@Nullable Long> values) throws SQLException {
    return link.connection().createArrayOf("int8", values.toArray(new @Nullable Long[0]));
  }

  /// One value of an array for each placed append.
  private interface Column<R extends @Nullable Object> {
    R of(Placed placed, HeadChange change);
  }

  private <R extends @Nullable Object> List<R> column(List<HeadChange> changes, Column<R> column) {
    var values = new ArrayList<R>(placed.size());
    for (int i = 0; i < placed.size(); i++) {
      values.add(column.of(placed.get(i), changes.get(i)));
    }
    return values;
  }

  /// Names of runs that ended are separated by a character that no id has.
  private void advance() throws SQLException {
    if (placed.isEmpty()) {
      return;
    }
    var changes = new ArrayList<HeadChange>();
    placed.forEach(each -> changes.add(HeadChange.of(each.append().changes())));
    var statement =
        link.statement(
            """
            UPDATE heads h SET length = u.length, owner = u.owner,
              running = CASE WHEN u.runs = 1 THEN u.running
                WHEN h.running = ANY(string_to_array(u.ended, chr(31))) THEN NULL
                ELSE h.running END,
              wake_at = CASE WHEN u.wakes = 1 THEN u.wake_at ELSE h.wake_at END
            FROM unnest(?::int8[], ?::int8[], ?::text[], ?::int8[], ?::text[], ?::text[], ?::int8[],
                        ?::int8[])
              AS u (session, length, owner, runs, running, ended, wakes, wake_at)
            WHERE h.session = u.session\
            """);
    statement.setArray(1, numbers(this.<@Nullable Long>column(changes, (at, _) -> at.session())));
    statement.setArray(
        2, numbers(this.<@Nullable Long>column(changes, (at, _) -> at.append().last())));
    statement.setArray(
        3, texts(this.<@Nullable String>column(changes, (at, _) -> at.append().owner().value())));
    statement.setArray(
        4, numbers(this.<@Nullable Long>column(changes, (_, change) -> flag(change.runs()))));
    statement.setArray(
        5, texts(this.<@Nullable String>column(changes, (_, change) -> change.running())));
    statement.setArray(
        6,
        texts(
            this.<@Nullable String>column(
                changes, (_, change) -> String.join("\u001f", change.ended()))));
    statement.setArray(
        7, numbers(this.<@Nullable Long>column(changes, (_, change) -> flag(change.wake()))));
    statement.setArray(
        8, numbers(this.<@Nullable Long>column(changes, (_, change) -> change.wakeAt())));
    statement.executeUpdate();
  }

  private static @Nullable Long flag(HeadChange.Column column) {
    return column == HeadChange.Column.SET ? 1L : 0L;
  }

  private void create(List<Journal.Append> created) throws SQLException {
    if (created.isEmpty()) {
      return;
    }
    long ordinal = PostgresTables.lastOrdinal(link, created.size()) - created.size();
    var rows = new ArrayList<List<@Nullable Object>>();
    for (var append : created) {
      var change = HeadChange.of(append.changes());
      var row = new ArrayList<@Nullable Object>();
      row.add(++ordinal);
      row.add(append.session().value());
      row.add(append.last());
      row.add(append.owner().value());
      row.add(change.running());
      row.add(change.wakeAt());
      rows.add(row);
    }
    var inserted =
        link.updateAll(
            """
            INSERT INTO heads (session, id, length, owner, running, wake_at)
            VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING\
            """,
            rows);
    var opened = new ArrayList<List<@Nullable Object>>();
    for (int i = 0; i < inserted.length; i++) {
      var append = created.get(i);
      long session = ordinal - created.size() + 1 + i;
      if (inserted[i] > 0) {
        placed.add(new Placed(append, session));
        outcomes.put(append.session().value(), AppendRows.WRITTEN);
        opened.add(row(append, session));
      } else {
        outcomes.put(append.session().value(), existing(append));
      }
    }
    link.updateAll(PostgresTables.OPEN, opened);
  }

  private static List<@Nullable Object> row(Journal.Append append, long session) {
    for (var change : append.changes()) {
      if (change instanceof Catalog.Change.SessionOpened opened) {
        return PostgresTables.row(session, opened);
      }
    }
    throw new IllegalArgumentException("the first append of a session opens it");
  }

  /// Another process created it since the heads were locked.
  private long existing(Journal.Append append) throws SQLException {
    return tail(
        link.first(
                "SELECT session, length FROM heads WHERE id = ?",
                row -> new Head(row.getLong(1), row.getLong(2)),
                append.session().value())
            .orElse(null));
  }

  private void events() throws SQLException {
    var sessions = new ArrayList<@Nullable Long>();
    var seqs = new ArrayList<@Nullable Long>();
    var bodies = new ArrayList<byte[]>();
    for (var each : placed) {
      for (var entry : each.append().entries()) {
        sessions.add(each.session());
        seqs.add(entry.seq());
        bodies.add(entry.bytes().array());
      }
    }
    if (bodies.isEmpty()) {
      return;
    }
    var statement =
        link.statement(
            """
            INSERT INTO events (session, seq, body)
            SELECT * FROM unnest(?::int8[], ?::int8[], ?::bytea[])\
            """);
    statement.setArray(1, numbers(sessions));
    statement.setArray(2, numbers(seqs));
    statement.setArray(3, link.connection().createArrayOf("bytea", bodies.toArray(new byte[0][])));
    statement.executeUpdate();
  }

  /// The content that the new events and messages refer to.
  private void references() throws SQLException {
    var rows = new ArrayList<List<@Nullable Object>>();
    for (var each : placed) {
      for (var referring : ReferringBytes.in(each.append())) {
        boolean own = referring.session().equals(each.append().session());
        @Nullable Long session = own ? Long.valueOf(each.session()) : target(referring);
        for (var name : BlobReferences.in(referring.bytes())) {
          if (session != null) {
            rows.add(List.of(session, name.sha256()));
          }
        }
      }
    }
    if (!rows.isEmpty()) {
      link.updateAll(
          "INSERT INTO blob_refs (session, digest) VALUES (?, ?) ON CONFLICT DO NOTHING", rows);
    }
  }

  private @Nullable Long target(ReferringBytes message) {
    var head = heads.get(message.session().value());
    return head == null || head.length() < 0 ? null : head.session();
  }

  private record Owned(Journal.Append append, SqlChange change) {}

  /// Kind by kind, and in the order of their values: two transactions that insert the same rows
  /// wait for each other in one direction only.
  private void changes() throws SQLException, Refused {
    var kinds = new TreeMap<SqlChange.Kind, List<Owned>>();
    for (var each : placed) {
      var append = each.append();
      var statements = new CatalogStatements(append.session(), each.session());
      for (var change : append.changes()) {
        for (var statement : statements.of(change)) {
          add(kinds, append, statement);
        }
        if (change instanceof Catalog.Change.AccountSettled settled) {
          add(
              kinds,
              append,
              SqlChange.of(
                  SqlChange.Kind.ACCOUNT_SETTLED,
                  PostgresTables.SETTLE,
                  PostgresTables.delta(settled)));
        }
      }
      if (append.consumed() != null) {
        add(kinds, append, statements.consumed(append.consumed(), append.last()));
      }
    }
    for (var kind : kinds.values()) {
      execute(kind);
    }
  }

  private static void add(
      Map<SqlChange.Kind, List<Owned>> kinds, Journal.Append append, SqlChange change) {
    kinds.computeIfAbsent(change.kind(), _ -> new ArrayList<>()).add(new Owned(append, change));
  }

  private void execute(List<Owned> kind) throws SQLException, Refused {
    var changed =
        link.updateAll(
            kind.getFirst().change().sql(),
            kind.stream().map(owned -> owned.change().values()).toList());
    for (int i = 0; i < changed.length; i++) {
      var owned = kind.get(i);
      if (changed[i] == 0 && owned.change().refusal() != null) {
        throw new Refused(owned.append(), owned.change().refusal());
      }
    }
  }
}
