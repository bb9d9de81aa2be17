package dev.drover.runtime.writer;

import dev.drover.codec.Unreadable;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.problem.RuntimeClosed;
import dev.drover.runtime.problem.SessionUnreadable;
import dev.drover.runtime.problem.SessionUnreadable.Reason;
import dev.drover.runtime.problem.StoreFailed;
import dev.drover.spi.PortException;
import org.jspecify.annotations.Nullable;

/// The store returned something that is no event, or no event that can follow. It will do so again:
/// trying once more is useless.
public final class UnreadableJournal extends PortException {
  private static final long serialVersionUID = 1L;

  /// What stores say that were closed by this program, which its runtime does.
  private static final String STORE_CLOSED = "store_closed";

  private final transient SessionUnreadable found;

  private UnreadableJournal(SessionUnreadable found) {
    super(found.problem(), found.getCause());
    this.found = found;
  }

  /// @param seq number of the event that cannot be read
  static UnreadableJournal at(SessionId session, long seq, Unreadable why) {
    var reason = why.isOfLaterVersion() ? Reason.NEWER : Reason.DAMAGED;
    return new UnreadableJournal(
        new SessionUnreadable(session, seq, reason, why.problem().detail(), why));
  }

  /// @param seq number of the event that is not there or does not follow
  static UnreadableJournal damaged(
      SessionId session, long seq, String detail, @Nullable Throwable why) {
    return new UnreadableJournal(new SessionUnreadable(session, seq, Reason.DAMAGED, detail, why));
  }

  /// What callers of the API are told when a port breaks.
  public static DroverException forCallers(PortException broken) {
    if (broken.problem().code().equals(STORE_CLOSED)) {
      return new RuntimeClosed();
    }
    return broken instanceof UnreadableJournal unreadable
        ? unreadable.found
        : new StoreFailed(broken);
  }
}
