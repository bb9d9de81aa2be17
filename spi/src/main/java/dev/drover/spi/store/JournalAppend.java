package dev.drover.spi.store;

import dev.drover.kernel.value.SessionId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The events of one decision, and everything that becomes durable with them.
///
/// @param after number of the last event that the writer knows; 0 creates the session. An append
///   that creates a fork gives the last event that the fork shares with its source.
/// @param entries numbered `after + 1` and on, without gaps; at least one
/// @param owner the writing process, which holds the session from now on
/// @param changes the changes to the catalog; contain the opening of the session if, and only if,
///   this creates it
/// @param consumed the input that caused this, if it waits in the inbox
public record JournalAppend(
    SessionId session,
    long after,
    List<JournalEntry> entries,
    OwnerId owner,
    List<CatalogChange> changes,
    @Nullable InputId consumed) {
  public JournalAppend {
    entries = List.copyOf(entries);
    changes = List.copyOf(changes);
    if (entries.isEmpty()) {
      throw new IllegalArgumentException("an append has at least one event");
    }
    if (isOpening(changes) != (after == 0) || (after == 0 && fork(changes) != null)) {
      throw new IllegalArgumentException(
          "the first append of session %s opens it, and no other does; this one is after event %d"
              .formatted(session, after));
    }
    requireFollowing(session, after + entries.size(), changes);
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).seq() != after + 1 + i) {
        throw new IllegalArgumentException(
            "event %d stands where %d belongs".formatted(entries.get(i).seq(), after + 1 + i));
      }
    }
  }

  // By index here and below: an append is made for every step of every run, and an iterator for
  // each check would cost more than the check.
  private static void requireFollowing(SessionId session, long last, List<CatalogChange> changes) {
    for (int i = 0; i < changes.size(); i++) {
      if (changes.get(i) instanceof CatalogChange.Continued(var next)
          && (next.after() != last
              || next.fork().filter(fork -> fork.source().equals(session)).isEmpty())) {
        throw new IllegalArgumentException(
            "the successor of session %s begins as its fork, at event %d".formatted(session, last));
      }
    }
  }

  private static boolean isOpening(List<CatalogChange> changes) {
    for (int i = 0; i < changes.size(); i++) {
      if (changes.get(i) instanceof CatalogChange.SessionOpened) {
        return true;
      }
    }
    return false;
  }

  private static CatalogChange.@Nullable SessionForked fork(List<CatalogChange> changes) {
    for (int i = 0; i < changes.size(); i++) {
      if (changes.get(i) instanceof CatalogChange.SessionForked forked) {
        return forked;
      }
    }
    return null;
  }

  /// The fork that this creates, if it creates one.
  public Optional<CatalogChange.SessionForked> fork() {
    return Optional.ofNullable(fork(changes));
  }

  /// The append that begins the session's successor, if there is one.
  public Optional<JournalAppend> successor() {
    for (int i = 0; i < changes.size(); i++) {
      if (changes.get(i) instanceof CatalogChange.Continued(var next)) {
        return Optional.of(next);
      }
    }
    return Optional.empty();
  }

  public long last() {
    return after + entries.size();
  }
}
