package dev.drover.store.sql;

import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.PortException;
import dev.drover.spi.store.ArtifactStore;
import dev.drover.spi.store.ArtifactStore.ArtifactRow;
import dev.drover.spi.store.ArtifactStore.Upload;
import dev.drover.spi.store.Blobs.BlobHasher;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Content that is being uploaded, one piece per write. The last piece is held back until the next
/// one or the end: so content that fits in one piece is written in one step, or, if it exists
/// already, not at all.
final class SqlArtifactUpload implements Upload {
  private static final Logger LOG = LoggerFactory.getLogger(SqlArtifactUpload.class);
  private static final long NONE = 0;

  private final SqlArtifactStore shelf;
  private final DatabaseAccess database;
  private final SessionId session;
  private final Instant at;
  private final BlobHasher naming = new BlobHasher();
  private @Nullable Bytes held;
  private long content = NONE;
  private long written;

  SqlArtifactUpload(
      SqlArtifactStore shelf, DatabaseAccess database, SessionId session, Instant at) {
    this.shelf = shelf;
    this.database = database;
    this.session = session;
    this.at = at;
  }

  @Override
  public void add(Bytes piece) {
    ArtifactStore.requirePiece(piece);
    if (held != null) {
      content = database.write(WriteLocks.session(session), this::writeHeld);
      written += held.length();
    }
    naming.add(piece);
    held = piece;
  }

  @Override
  public ArtifactRow finish() {
    var name = naming.blobId();
    var done =
        database.write(WriteLocks.session(session).withContent(), link -> finish(link, name));
    held = null;
    content = done.refuse();
    return done.kept();
  }

  /// @param refuse content that was written in vain, because the same content existed already
  private record Done(ArtifactRow kept, long refuse) {}

  /// A write may be retried, so it changes nothing here.
  private Done finish(PreparedConnection link, BlobId name) throws SQLException {
    long owner = requireSession(link);
    var same = ContentTable.find(link, name);
    if (same.isEmpty()) {
      long whole = writeHeld(link);
      requireOpen(ContentTable.complete(link, whole, name));
      return new Done(SqlArtifactStore.keep(link, owner, whole, at), NONE);
    }
    ContentTable.renew(link, same.get(), at);
    ContentTable.markForDeletion(link, content);
    return new Done(SqlArtifactStore.keep(link, owner, same.get(), at), content);
  }

  /// @return the content's ordinal
  private long writeHeld(PreparedConnection link) throws SQLException {
    requireSession(link);
    long row = content == NONE ? ContentTable.open(link, at) : content;
    if (held != null) {
      requireOpen(ContentTable.add(link, row, written, held));
    }
    return row;
  }

  private long requireSession(PreparedConnection link) throws SQLException {
    return SessionTable.find(link, session)
        .orElseThrow(() -> new ContradictoryWrite(session, "it does not exist"))
        .ordinal();
  }

  private void requireOpen(boolean open) {
    if (!open) {
      throw new ContradictoryWrite(session, "an artifact was swept before it was finished");
    }
  }

  @Override
  public void close() {
    long refuse = content;
    content = NONE;
    held = null;
    if (refuse == NONE) {
      return;
    }
    try {
      database.write(link -> ContentTable.markForDeletion(link, refuse));
      shelf.clear(refuse);
    } catch (PortException broken) {
      LOG.warn("an artifact is left to the next sweep: {}", broken.problem());
    }
  }
}
