package dev.drover.store.sql;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import java.util.Collection;
import java.util.TreeSet;

/// What must not change while a write runs, beyond the rows that it changes itself. A database with
/// one writer has nothing to do for this. Others lock it before the write begins, in the order of
/// the components and of the names, so that two writes never wait for each other.
///
/// @param sessions the ends of these sessions, and whether they exist
/// @param content which content the sessions have as artifacts
/// @param accounts the amounts of these accounts that are spent and reserved
public record WriteLocks(
    Collection<String> sessions, Content content, Collection<String> accounts) {
  public static final WriteLocks NONE =
      new WriteLocks(new TreeSet<>(), Content.FREE, new TreeSet<>());

  /// Whether the table of artifacts is locked.
  public enum Content {
    FREE,
    LOCKED
  }

  public WriteLocks {
    sessions = new TreeSet<>(sessions);
    accounts = new TreeSet<>(accounts);
  }

  static WriteLocks session(SessionId session) {
    var locks = new TreeSet<String>();
    locks.add(session.value());
    return new WriteLocks(locks, Content.FREE, new TreeSet<>());
  }

  static WriteLocks account(String account) {
    var locks = new TreeSet<String>();
    locks.add(account);
    return new WriteLocks(new TreeSet<>(), Content.FREE, locks);
  }

  static WriteLocks allContent() {
    return new WriteLocks(new TreeSet<>(), Content.LOCKED, new TreeSet<>());
  }

  /// In addition: the artifacts.
  WriteLocks withContent() {
    return new WriteLocks(sessions, Content.LOCKED, accounts);
  }

  /// The sessions of an append: its own, its source, those that it sends messages to, and its
  /// successor. A fork also copies which artifacts its source has.
  public static WriteLocks of(Journal.Append append) {
    var sessions = new TreeSet<String>();
    boolean forks = add(append, sessions);
    return new WriteLocks(sessions, forks ? Content.LOCKED : Content.FREE, new TreeSet<>());
  }

  private static boolean add(Journal.Append append, Collection<String> sessions) {
    sessions.add(append.session().value());
    boolean forks = false;
    for (var change : append.changes()) {
      // Every other change belongs to the session of the append.
      if (change instanceof Catalog.Change.MessageSent(var item)) {
        sessions.add(item.session().value());
      } else if (change instanceof Catalog.Change.SessionForked fork) {
        sessions.add(fork.source().value());
        forks = true;
      } else if (change instanceof Catalog.Change.Continued(var next)) {
        forks |= add(next, sessions);
      }
    }
    return forks;
  }

  public boolean isEmpty() {
    return sessions.isEmpty() && accounts.isEmpty() && content == Content.FREE;
  }
}
