package dev.drover.testkit;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Journal;
import java.util.List;
import java.util.Optional;

/// A journal that delegates to another one. Subclasses override single methods.
public class JournalWrapper implements Journal {
  private final Journal inner;

  public JournalWrapper(Journal inner) {
    this.inner = inner;
  }

  @Override
  public void append(Journal.Append append) {
    inner.append(append);
  }

  @Override
  public Optional<Slice> read(SessionId session, long after, int limit) {
    return inner.read(session, after, limit);
  }

  @Override
  public Optional<Snapshot> snapshot(SessionId session) {
    return inner.snapshot(session);
  }

  @Override
  public long trim(SessionId session, Snapshot snapshot, List<EventRange> dropped) {
    return inner.trim(session, snapshot, dropped);
  }

  @Override
  public void delete(SessionId session, long after) {
    inner.delete(session, after);
  }

  @Override
  public boolean isDeleted(SessionId session) {
    return inner.isDeleted(session);
  }
}
