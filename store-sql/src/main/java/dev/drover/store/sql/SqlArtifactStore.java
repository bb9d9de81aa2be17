package dev.drover.store.sql;

import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.ArtifactStore;
import dev.drover.spi.store.ArtifactStore.Sweep.ContentStatus;
import dev.drover.spi.store.ArtifactStore.Sweep.StoredContent;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Artifacts as rows: which session has which content, and the pieces of the content.
final class SqlArtifactStore implements ArtifactStore {
  private static final int DROPPED_AT_ONCE = 64;

  /// Sorts after every name with the same prefix.
  private static final String BEHIND_DIGITS = "g";

  private final DatabaseAccess database;

  SqlArtifactStore(DatabaseAccess database) {
    this.database = database;
  }

  @Override
  public Upload startUpload(SessionId session, Instant at) {
    return new SqlArtifactUpload(this, database, session, at);
  }

  @Override
  public Optional<ArtifactRow> find(SessionId session, String name) {
    var found =
        database.read(
            link ->
                link.all(
                    """
                    SELECT a.ordinal, c.digest, c.bytes, a.kept_at, a.pinned FROM sessions s
                    JOIN artifacts a ON a.session = s.ordinal JOIN contents c ON c.ordinal = a.content
                    WHERE s.id = ? AND c.digest >= ? AND c.digest < ? LIMIT 2\
                    """,
                    SqlArtifactStore::kept,
                    session.value(),
                    name,
                    name + BEHIND_DIGITS));
    return ArtifactStore.isName(name) && found.size() == 1
        ? Optional.of(found.getFirst())
        : Optional.empty();
  }

  private record Size(long content, long bytes) {}

  @Override
  public Optional<Bytes> read(SessionId session, BlobId name, long offset, int length) {
    return database.read(
        link -> {
          var size =
              link.first(
                  """
                  SELECT c.ordinal, c.bytes FROM sessions s
                  JOIN artifacts a ON a.session = s.ordinal JOIN contents c ON c.ordinal = a.content
                  WHERE s.id = ? AND c.digest = ?\
                  """,
                  row -> new Size(row.getLong(1), row.getLong(2)),
                  session.value(),
                  name.sha256());
          if (size.isEmpty()) {
            return Optional.empty();
          }
          var found = size.get();
          return Optional.of(
              ContentTable.range(link, found.content(), found.bytes(), offset, length));
        });
  }

  @Override
  public List<ArtifactRow> list(SessionId session, long after, int limit) {
    return database.read(
        link ->
            link.all(
                """
                SELECT a.ordinal, c.digest, c.bytes, a.kept_at, a.pinned FROM sessions s
                JOIN artifacts a ON a.session = s.ordinal JOIN contents c ON c.ordinal = a.content
                WHERE s.id = ? AND a.ordinal > ? ORDER BY a.ordinal LIMIT ?\
                """,
                SqlArtifactStore::kept,
                session.value(),
                after,
                limit));
  }

  /// Part of the write that finishes an upload.
  static ArtifactRow keep(PreparedConnection link, long session, long content, Instant at)
      throws SQLException {
    link.update(
        """
        INSERT INTO artifacts (session, content, kept_at, pinned) VALUES (?, ?, ?, 0)
        ON CONFLICT (session, content) DO UPDATE SET kept_at = excluded.kept_at\
        """,
        session,
        content,
        at.toString());
    return link.first(
            """
            SELECT a.ordinal, c.digest, c.bytes, a.kept_at, a.pinned FROM artifacts a
            JOIN contents c ON c.ordinal = a.content WHERE a.session = ? AND a.content = ?\
            """,
            SqlArtifactStore::kept,
            session,
            content)
        .orElseThrow();
  }

  private static ArtifactRow kept(SqlRow row) throws SQLException {
    return new ArtifactRow(
        row.getLong(1),
        new BlobId(row.getString(2)),
        row.getLong(3),
        Instant.parse(row.getString(4)),
        row.getBoolean(5));
  }

  @Override
  public boolean pin(SessionId session, BlobId name) {
    return setPinned(session, name, 1);
  }

  @Override
  public boolean unpin(SessionId session, BlobId name) {
    return setPinned(session, name, 0);
  }

  private boolean setPinned(SessionId session, BlobId name, int pinned) {
    return database.write(
            WriteLocks.allContent(),
            link ->
                link.update(
                    """
                    UPDATE artifacts SET pinned = ?
                    WHERE session = (SELECT ordinal FROM sessions WHERE id = ?)
                      AND content = (SELECT ordinal FROM contents WHERE digest = ?)\
                    """,
                    pinned,
                    session.value(),
                    name.sha256()))
        > 0;
  }

  /// Decided on a read, and written only if the content is unchanged: a session that stores or pins
  /// content in the meantime keeps it.
  @Override
  public SweepResult sweep(ArtifactStore.Sweep sweep) {
    var all = database.read(ContentTable::holdings);
    var judged = sweep.dropped(all);
    var dropped = new ArrayList<StoredContent>();
    for (int from = 0; from < judged.size(); from += DROPPED_AT_ONCE) {
      var some = judged.subList(from, Math.min(judged.size(), from + DROPPED_AT_ONCE));
      dropped.addAll(database.write(WriteLocks.allContent(), link -> giveUp(link, some)));
    }
    for (long refuse : database.read(ContentTable::markedForDeletion)) {
      clear(refuse);
    }
    long artifacts =
        dropped.stream().filter(holding -> holding.standing() != ContentStatus.UNFINISHED).count();
    return new SweepResult(
        (int) artifacts, ArtifactStore.Sweep.total(all) - ArtifactStore.Sweep.total(dropped));
  }

  private static List<StoredContent> giveUp(PreparedConnection link, List<StoredContent> judged)
      throws SQLException {
    var done = new ArrayList<StoredContent>();
    for (var holding : judged) {
      if (ContentTable.markForDeletion(link, holding)) {
        done.add(holding);
      }
    }
    return done;
  }

  /// Deletes content that is no longer visible. If this is interrupted, the next sweep continues
  /// it.
  void clear(long content) {
    boolean done = false;
    while (!done) {
      done = database.write(link -> ContentTable.clear(link, content));
    }
  }
}
