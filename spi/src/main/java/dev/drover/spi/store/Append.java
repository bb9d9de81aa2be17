package dev.drover.spi.store;

import dev.drover.kernel.SessionId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The events of one decision, and all that becomes durable with them.
///
/// @param after number of the last event the writer knows; 0 creates the session. Of a fork, which
///   this creates as well, it is the last event that it shares with its source.
/// @param entries numbered `after + 1` and on, without gaps; at least one
/// @param owner the process that writes, which holds the session from here on
/// @param changes what follows for the catalog; says that the session was opened if, and only if,
///   this creates it
/// @param consumed the input that caused this, if it waits in the inbox
public record Append(
    SessionId session,
    long after,
    List<Entry> entries,
    OwnerId owner,
    List<Change> changes,
    @Nullable InputId consumed) {
  public Append {
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

  // By their places here and below: an append is made for every step of every run, and an iterator
  // for each look would weigh more than what is looked at.
  private static void requireFollowing(SessionId session, long last, List<Change> changes) {
    for (int i = 0; i < changes.size(); i++) {
      if (changes.get(i) instanceof Change.Continued(var next)
          && (next.after() != last
              || next.fork().filter(fork -> fork.source().equals(session)).isEmpty())) {
        throw new IllegalArgumentException(
            "the successor of session %s begins as its fork, at event %d".formatted(session, last));
      }
    }
  }

  private static boolean isOpening(List<Change> changes) {
    for (int i = 0; i < changes.size(); i++) {
      if (changes.get(i) instanceof Change.SessionOpened) {
        return true;
      }
    }
    return false;
  }

  private static Change.@Nullable SessionForked fork(List<Change> changes) {
    for (int i = 0; i < changes.size(); i++) {
      if (changes.get(i) instanceof Change.SessionForked forked) {
        return forked;
      }
    }
    return null;
  }

  /// What this creates, if it creates a fork.
  public Optional<Change.SessionForked> fork() {
    return Optional.ofNullable(fork(changes));
  }

  /// What begins the session's successor, if this does.
  public Optional<Append> successor() {
    for (int i = 0; i < changes.size(); i++) {
      if (changes.get(i) instanceof Change.Continued(var next)) {
        return Optional.of(next);
      }
    }
    return Optional.empty();
  }

  public long last() {
    return after + entries.size();
  }
}
