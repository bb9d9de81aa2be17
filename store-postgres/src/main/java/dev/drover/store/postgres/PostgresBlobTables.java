package dev.drover.store.postgres;

import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs.BlobReferences;
import dev.drover.spi.store.Journal.EventRange;
import dev.drover.store.sql.BlobTables;
import dev.drover.store.sql.DatabaseAccess;
import dev.drover.store.sql.PreparedConnection;
import java.sql.SQLException;

/// Which session refers to which content is recorded with the bytes that refer to it: a sweep that
/// reads all events is no option for a database that many processes use.
///
/// @param store the name of this store among those that are open
record PostgresBlobTables(String store) implements BlobTables {
  private static final String SWEEP = "blob sweep";

  @Override
  public void put(PreparedConnection link, BlobId name, Bytes content, long until)
      throws SQLException {
    link.update(
        """
        INSERT INTO blobs (digest, content, until) VALUES (?, ?, ?)
        ON CONFLICT (digest) DO UPDATE SET until = GREATEST(blobs.until, excluded.until)\
        """,
        name.sha256(),
        content.array(),
        until);
  }

  /// Content that was referred to since the references were read was reserved for longer than that,
  /// or was stored again, which is in the same row.
  @Override
  public String dropping() {
    return "DELETE FROM blobs WHERE digest = ? AND until <= ?";
  }

  @Override
  public String reservations() {
    return "blobs";
  }

  @Override
  public void forgetReservations(PreparedConnection link, long now) {
    // The time is in the row of the content.
  }

  @Override
  public String isDeflated() {
    return "length(content) > 0 AND get_byte(content, 0) = 120";
  }

  @Override
  public String number() {
    return "number";
  }

  @Override
  public void addReferences(PreparedConnection link, SessionId session, Bytes bytes)
      throws SQLException {
    for (var name : BlobReferences.in(bytes)) {
      link.update(
          """
          INSERT INTO blob_refs (session, digest)
          SELECT session, ? FROM heads WHERE id = ? AND length >= 0 ON CONFLICT DO NOTHING\
          """,
          name.sha256(),
          session.value());
    }
  }

  @Override
  public void keepReferences(PreparedConnection link, long session, EventRange dropped) {
    // They stay as long as the session.
  }

  @Override
  public void forgetReferences(PreparedConnection link, long session) throws SQLException {
    link.update("DELETE FROM blob_refs WHERE session = ?", session);
  }

  @Override
  public void findReferences(DatabaseAccess database, BlobReferences references) {
    database
        .read(
            link ->
                link.all(
                    "SELECT DISTINCT digest FROM blob_refs", row -> new BlobId(row.getString(1))))
        .forEach(references::add);
  }

  @Override
  public boolean beginSweep(DatabaseAccess database) {
    return database.<Integer>write(
            link ->
                link.update(
                    """
                    UPDATE duties SET owner = ?, until = now() + interval '10 minutes'
                    WHERE name = ? AND (until <= now() OR owner = ?)\
                    """,
                    store,
                    SWEEP,
                    store))
        > 0;
  }

  @Override
  public void endSweep(DatabaseAccess database) {
    database.write(
        link ->
            link.update(
                "UPDATE duties SET until = '-infinity' WHERE name = ? AND owner = ?",
                SWEEP,
                store));
  }
}
