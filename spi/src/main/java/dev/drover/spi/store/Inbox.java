package dev.drover.spi.store;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Catalog.SessionSearch;
import dev.drover.spi.store.Catalog.WaitingSession;
import dev.drover.spi.store.Leases.OwnerId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Inputs that were sent to sessions and not yet consumed by their writers. Any process may put.
///
/// Laws: an accepted item survives a crash, until an append names it as consumed or it is settled;
/// items of one session are taken in the order in which they were accepted; the same id and content
/// twice is one item, also after it was consumed.
public interface Inbox {
  /// The page size of methods that read all rows.
  int PAGE = 1_000;

  /// Duplicates are detected first, so an item that is there already is a duplicate even when the
  /// inbox is full.
  ///
  /// @param bound refuse the item when this many wait for the session
  Receipt put(Item item, int bound);

  /// Oldest first.
  List<Item> waiting(SessionId session, int limit);

  /// Sessions with waiting items, each once, in the order of their creation.
  ///
  /// @param after the `ordinal` of the last row of the previous page; 0 for the first page
  List<WaitingSession> sessionsWaiting(long after, int limit);

  /// All pages of [#sessionsWaiting(long, int)].
  default List<SessionId> sessionsWaiting() {
    var all = new ArrayList<SessionId>();
    var page = sessionsWaiting(0, PAGE);
    while (!page.isEmpty()) {
      page.forEach(row -> all.add(row.session()));
      page = sessionsWaiting(page.getLast().ordinal(), PAGE);
    }
    return all;
  }

  /// Sessions with waiting items that a process may take: no run is in progress in the session, or
  /// this process holds it, or no live process does. In the order of their creation.
  ///
  /// @param by the process
  List<WaitingSession> unconsumed(SessionSearch search, OwnerId by);

  /// Removes an item that caused no event, and keeps the reason. Does nothing if the item is not
  /// waiting: its first status is final.
  void settle(SessionId session, InputId input, String why);

  Optional<InputStatus> status(SessionId session, InputId input);

  record Item(SessionId session, InputId id, Bytes body, Instant at) {}

  enum Receipt {
    ACCEPTED,
    /// It was there already, with the same content.
    DUPLICATE,
    /// The id was used for another content. Nothing was changed.
    CONFLICT,
    FULL,
    NO_SUCH_SESSION
  }

  /// The status of an item.
  sealed interface InputStatus {
    record Waiting() implements InputStatus {}

    /// @param seq number of the last event of the append that consumed it
    record Consumed(long seq) implements InputStatus {}

    record Ignored(String why) implements InputStatus {}
  }

  /// Identifies one input: within one session, an id is accepted only once.
  record InputId(String value) {
    public InputId {
      if (value.isBlank()) {
        throw new IllegalArgumentException("an input has an id");
      }
    }

    @Override
    public String toString() {
      return value;
    }
  }
}
