package dev.drover.spi.store;

import dev.drover.kernel.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What has been said to sessions and not yet been taken by their writers. Anyone may put.
///
/// Laws: an item that was accepted is there after a crash, until an append names it as consumed or
/// it is settled; items of one session are taken in the order in which they were accepted; the same
/// id and content twice is one item, also after it was consumed.
public interface Inbox {
  /// A repeated item is told apart first, so one that is there already is a duplicate also when the
  /// inbox is full.
  ///
  /// @param bound refuse when this many are waiting for the session
  Receipt put(Item item, int bound);

  /// Oldest first.
  List<Item> waiting(SessionId session, int limit);

  /// In no particular order, each once.
  List<SessionId> sessionsWaiting(int limit);

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
