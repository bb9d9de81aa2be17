package dev.drover.testkit;

import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.InputId;
import dev.drover.spi.store.OwnerId;
import dev.drover.spi.store.SessionSearch;
import dev.drover.spi.store.WaitingSession;
import java.util.List;
import java.util.Optional;

/// An inbox that does what another one does. Subclasses change one method of it.
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
  public List<WaitingSession> unheard(SessionSearch search, OwnerId by) {
    return inner.unheard(search, by);
  }

  @Override
  public void settle(SessionId session, InputId input, String why) {
    inner.settle(session, input, why);
  }

  @Override
  public Optional<Fate> fate(SessionId session, InputId input) {
    return inner.fate(session, input);
  }
}
