package dev.drover.spi.store;

import dev.drover.kernel.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What has been said to sessions and not yet been taken by their writers. Anyone may put.
///
/// Laws: an item that was accepted is there after a crash, until an append names it as consumed or
/// it is settled; items of one session are taken in the order in which they were accepted; the same
/// id and content twice is one item, also after it was consumed.
public interface Inbox {
  /// How many rows are read at a time by those who read all.
  int PAGE = 1_000;

  /// A repeated item is told apart first, so one that is there already is a duplicate also when the
  /// inbox is full.
  ///
  /// @param bound refuse when this many are waiting for the session
  Receipt put(Item item, int bound);

  /// Oldest first.
  List<Item> waiting(SessionId session, int limit);

  /// Sessions with items that wait, each once, in the order of their creation.
  ///
  /// @param after the `ordinal` of the last row of the page before; 0 for the first page
  List<WaitingSession> sessionsWaiting(long after, int limit);

  /// All of [#sessionsWaiting(long, int)].
  default List<SessionId> sessionsWaiting() {
    var all = new ArrayList<SessionId>();
    var page = sessionsWaiting(0, PAGE);
    while (!page.isEmpty()) {
      page.forEach(row -> all.add(row.session()));
      page = sessionsWaiting(page.getLast().ordinal(), PAGE);
    }
    return all;
  }

  /// Sessions with items that wait and that a process may take: no run is going in the session, or
  /// this process holds it, or none that is at work does. In the order of their creation.
  ///
  /// @param by the process
  List<WaitingSession> unheard(SessionSearch search, OwnerId by);

  /// Takes an item out that caused no event, and keeps the reason. Does nothing if it is not
  /// waiting: the first fate is its fate.
  void settle(SessionId session, InputId input, String why);

  Optional<Fate> fate(SessionId session, InputId input);

  record Item(SessionId session, InputId id, Bytes body, Instant at) {}

  enum Receipt {
    ACCEPTED,
    /// It was there already, with the same content.
    DUPLICATE,
    /// The id was used for something else. Nothing was changed.
    CONFLICT,
    FULL,
    NO_SUCH_SESSION
  }

  /// What became of an item.
  sealed interface Fate {
    record Waiting() implements Fate {}

    /// @param seq number of the last event of the append that consumed it
    record Consumed(long seq) implements Fate {}

    record Ignored(String why) implements Fate {}
  }
}
