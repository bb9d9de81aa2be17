package dev.drover.store.sql;

import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs.BlobReferences;
import dev.drover.spi.store.Journal.EventRange;
import java.sql.SQLException;

/// The tables of content, which differ between databases: where the time is kept before which
/// content is not dropped, and how references are found. Times are in seconds since 1970.
public interface BlobTables {
  /// Stores content, unless it is there, and reserves it until that time, or longer if it was.
  void put(PreparedConnection link, BlobId name, Bytes content, long until) throws SQLException;

  /// A statement that deletes content unless it is reserved beyond a time; parameters: the digest,
  /// the time.
  String dropping();

  /// The table with the reservations: `digest` and `until`.
  String reservations();

  /// Forgets reservations that ended by then.
  void forgetReservations(PreparedConnection link, long now) throws SQLException;

  /// Whether the content of the blob begins as deflated content does.
  String isDeflated();

  /// The column of `blobs` that grows with each new one.
  String number();

  /// Called when a session gets bytes that refer to content: records the names, in a database that
  /// knows them at any time.
  void addReferences(PreparedConnection link, SessionId session, Bytes bytes) throws SQLException;

  /// Called before events are dropped: records the names in them, in a database that searches for
  /// names only when it has to.
  void keepReferences(PreparedConnection link, long session, EventRange dropped)
      throws SQLException;

  /// Called when a session is deleted.
  void forgetReferences(PreparedConnection link, long session) throws SQLException;

  /// Adds all names of content that sessions refer to.
  void findReferences(DatabaseAccess database, BlobReferences references);

  /// One process sweeps at a time, where several may.
  ///
  /// @return false if another process is sweeping
  boolean beginSweep(DatabaseAccess database);

  void endSweep(DatabaseAccess database);
}
