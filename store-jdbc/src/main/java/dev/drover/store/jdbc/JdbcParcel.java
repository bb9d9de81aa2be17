package dev.drover.store.jdbc;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.SessionId;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Naming;
import dev.drover.spi.store.Shelf;
import dev.drover.spi.store.Shelf.Kept;
import dev.drover.spi.store.Shelf.Parcel;
import dev.drover.spi.store.WriteRefused;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Content on its way into the store, one piece to a write. The last piece is held back until the
/// next one or the end comes: so what fits in one piece is written at once, or, if it is there
/// already, not at all.
final class JdbcParcel implements Parcel {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcParcel.class);
  private static final long NONE = 0;

  private final JdbcShelf shelf;
  private final Database database;
  private final SessionId session;
  private final Instant at;
  private final Naming naming = new Naming();
  private @Nullable Bytes held;
  private long content = NONE;
  private long written;

  JdbcParcel(JdbcShelf shelf, Database database, SessionId session, Instant at) {
    this.shelf = shelf;
    this.database = database;
    this.session = session;
    this.at = at;
  }

  @Override
  public void add(Bytes piece) {
    Shelf.requirePiece(piece);
    if (held != null) {
      content = database.write(this::writeHeld);
      written += held.length();
    }
    naming.add(piece);
    held = piece;
  }

  @Override
  public Kept finish() {
    var name = naming.name();
    var done = database.write(link -> finish(link, name));
    held = null;
    content = done.refuse();
    return done.kept();
  }

  /// @param refuse content that was written in vain, as the same was there already
  private record Done(Kept kept, long refuse) {}

  /// A write may be done again, so it changes nothing here.
  private Done finish(Link link, BlobId name) throws SQLException {
    long owner = requireSession(link);
    var same = ContentTable.find(link, name);
    if (same.isEmpty()) {
      long whole = writeHeld(link);
      requireOpen(ContentTable.complete(link, whole, name));
      return new Done(JdbcShelf.keep(link, owner, whole, at), NONE);
    }
    ContentTable.renew(link, same.get(), at);
    ContentTable.giveUp(link, content);
    return new Done(JdbcShelf.keep(link, owner, same.get(), at), content);
  }

  /// @return the content's ordinal
  private long writeHeld(Link link) throws SQLException {
    requireSession(link);
    long row = content == NONE ? ContentTable.open(link, at) : content;
    if (held != null) {
      requireOpen(ContentTable.add(link, row, written, held));
    }
    return row;
  }

  private long requireSession(Link link) throws SQLException {
    return SessionTable.find(link, session)
        .orElseThrow(() -> new WriteRefused(session, "it does not exist"))
        .ordinal();
  }

  private void requireOpen(boolean open) {
    if (!open) {
      throw new WriteRefused(session, "an artifact was swept before it was finished");
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
      database.write(link -> ContentTable.giveUp(link, refuse));
      shelf.clear(refuse);
    } catch (PortException broken) {
      LOG.warn("an artifact is left to the next sweep: {}", broken.problem());
    }
  }
}
