package dev.drover.internal.state;

import dev.drover.codec.UnreadableData;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.DroverException;
import dev.drover.problem.SessionUnavailable.RuntimeClosed;
import dev.drover.problem.SessionUnavailable.SessionUnreadable;
import dev.drover.problem.SessionUnavailable.SessionUnreadable.Reason;
import dev.drover.problem.StoreFailed;
import dev.drover.spi.PortException;
import org.jspecify.annotations.Nullable;

/// The store returned something that is not an event, or not one that can follow. A retry would
/// return the same.
public final class UnreadableJournal extends PortException {
  private static final long serialVersionUID = 1L;

  /// The code of stores that were closed by this program, which its runtime does.
  private static final String STORE_CLOSED = "store_closed";

  private final transient SessionUnreadable found;

  private UnreadableJournal(SessionUnreadable found) {
    super(found.problem(), found.getCause());
    this.found = found;
  }

  /// @param seq number of the event that cannot be read
  static UnreadableJournal at(SessionId session, long seq, UnreadableData why) {
    var reason = why.isOfLaterVersion() ? Reason.NEWER : Reason.DAMAGED;
    return new UnreadableJournal(
        new SessionUnreadable(session, seq, reason, why.problem().detail(), why));
  }

  /// @param seq number of the event that is missing or does not follow
  static UnreadableJournal damaged(
      SessionId session, long seq, String detail, @Nullable Throwable why) {
    return new UnreadableJournal(new SessionUnreadable(session, seq, Reason.DAMAGED, detail, why));
  }

  /// The exception for callers of the API when a port fails.
  public static DroverException forCallers(PortException broken) {
    if (broken.problem().code().equals(STORE_CLOSED)) {
      return new RuntimeClosed();
    }
    return broken instanceof UnreadableJournal unreadable
        ? unreadable.found
        : new StoreFailed(broken);
  }
}
