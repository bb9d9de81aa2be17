package dev.drover.runtime.watch;

import java.util.List;

/// Some events, and where one is with them.
///
/// @param first number of the oldest event that is still there
/// @param tail number of the last event there is
/// @param next where the next page starts
/// @param gap whether something was trimmed between the cursor and the first item, or inside
/// @param shared number of the last event that the session shares with the one it was forked from;
///   0 if it is no fork
public record EventPage(
    List<Notice.Happened> items,
    long first,
    long tail,
    Cursor next,
    boolean hasMore,
    boolean gap,
    long shared) {
  public EventPage {
    items = List.copyOf(items);
  }

  /// Of a session that is no fork.
  public EventPage(
      List<Notice.Happened> items,
      long first,
      long tail,
      Cursor next,
      boolean hasMore,
      boolean gap) {
    this(items, first, tail, next, hasMore, gap, 0);
  }
}
