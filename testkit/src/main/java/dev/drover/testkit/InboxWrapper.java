package dev.drover.testkit;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Catalog.SessionSearch;
import dev.drover.spi.store.Catalog.WaitingSession;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Leases.OwnerId;
import java.util.List;
import java.util.Optional;

/// An inbox that delegates to another one. Subclasses override single methods.
public class InboxWrapper implements Inbox {
  private final Inbox inner;

  public InboxWrapper(Inbox inner) {
    this.inner = inner;
  }

  @Override
  public Receipt put(Item item, int bound) {
    return inner.put(item, bound);
  }

  @Override
  public List<Item> waiting(SessionId session, int limit) {
    return inner.waiting(session, limit);
  }

  @Override
  public List<WaitingSession> sessionsWaiting(long after, int limit) {
    return inner.sessionsWaiting(after, limit);
  }

  @Override
  public List<WaitingSession> unconsumed(SessionSearch search, OwnerId by) {
    return inner.unconsumed(search, by);
  }

  @Override
  public void settle(SessionId session, InputId input, String why) {
    inner.settle(session, input, why);
  }

  @Override
  public Optional<InputStatus> status(SessionId session, InputId input) {
    return inner.status(session, input);
  }
}
