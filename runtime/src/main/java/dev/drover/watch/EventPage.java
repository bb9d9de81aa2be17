package dev.drover.watch;

import java.util.List;

/// A page of events.
///
/// @param first number of the oldest event that is still stored
/// @param tail number of the last event
/// @param next where the next page starts
/// @param gap whether events were trimmed between the cursor and the first item, or inside
/// @param shared number of the last event that the session shares with its source; 0 if it is not a
///   fork
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

  /// A page of a session that is not a fork.
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
