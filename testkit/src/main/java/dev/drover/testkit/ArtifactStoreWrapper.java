package dev.drover.testkit;

import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.ArtifactStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// An artifact store that delegates to another one. Subclasses override single methods.
public class ArtifactStoreWrapper implements ArtifactStore {
  private final ArtifactStore inner;

  public ArtifactStoreWrapper(ArtifactStore inner) {
    this.inner = inner;
  }

  @Override
  public Upload startUpload(SessionId session, Instant at) {
    return inner.startUpload(session, at);
  }

  @Override
  public Optional<ArtifactRow> find(SessionId session, String name) {
    return inner.find(session, name);
  }

  @Override
  public Optional<Bytes> read(SessionId session, BlobId name, long offset, int length) {
    return inner.read(session, name, offset, length);
  }

  @Override
  public List<ArtifactRow> list(SessionId session, long after, int limit) {
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
  public SweepResult sweep(ArtifactStore.Sweep sweep) {
    return inner.sweep(sweep);
  }
}
