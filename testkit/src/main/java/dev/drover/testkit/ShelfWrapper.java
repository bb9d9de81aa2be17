package dev.drover.testkit;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Shelf;
import dev.drover.spi.store.Sweep;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A shelf that does what another one does. Subclasses change one method of it.
public class ShelfWrapper implements Shelf {
  private final Shelf inner;

  public ShelfWrapper(Shelf inner) {
    this.inner = inner;
  }

  @Override
  public Parcel begin(SessionId session, Instant at) {
    return inner.begin(session, at);
  }

  @Override
  public Optional<Kept> find(SessionId session, String name) {
    return inner.find(session, name);
  }

  @Override
  public Optional<Bytes> read(SessionId session, BlobId name, long offset, int length) {
    return inner.read(session, name, offset, length);
  }

  @Override
  public List<Kept> list(SessionId session, long after, int limit) {
    return inner.list(session, after, limit);
  }

  @Override
  public boolean pin(SessionId session, BlobId name) {
    return inner.pin(session, name);
  }

  @Override
  public boolean unpin(SessionId session, BlobId name) {
    return inner.unpin(session, name);
  }

  @Override
  public Swept sweep(Sweep sweep) {
    return inner.sweep(sweep);
  }
}
