package dev.drover.testkit;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Catalog.SessionSearch;
import dev.drover.spi.store.Catalog.WaitingSession;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Leases.OwnerId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Leases that delegate to another instance. Subclasses override single methods.
public class LeasesWrapper implements Leases {
  private final Leases inner;

  public LeasesWrapper(Leases inner) {
    this.inner = inner;
  }

  @Override
  public void renew(OwnerId owner, Duration length) {
    inner.renew(owner, length);
  }

  @Override
  public void release(OwnerId owner) {
    inner.release(owner);
  }

  @Override
  public List<Lease> processes() {
    return inner.processes();
  }

  @Override
  public void expire(Lease gone, Instant at) {
    inner.expire(gone, at);
  }

  @Override
  public List<WaitingSession> unattended(SessionSearch search, Instant now) {
    return inner.unattended(search, now);
  }

  @Override
  public Optional<OwnerId> lastWriter(SessionId session) {
    return inner.lastWriter(session);
  }

  @Override
  public void releaseSession(OwnerId owner, SessionId session, long after) {
    inner.releaseSession(owner, session, after);
  }

  @Override
  public Optional<Lease> holder(SessionId session) {
    return inner.holder(session);
  }
}
