package dev.drover.spi.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Says which content of a [Shelf] to drop so that its limits hold.
///
/// Whatever is older than the age goes, and then the oldest before the next, until the rest is
/// within the cap. What is pinned never goes, so with enough pinned the cap may still be passed.
/// What is unfinished takes up room, but goes by its age only: somebody is still at it, or died.
///
/// @param before content that was kept earlier is too old
/// @param maxBytes what all content may take together
public record Sweep(Instant before, long maxBytes) {
  public Sweep {
    if (maxBytes < 0) {
      throw new IllegalArgumentException("maxBytes: at least 0, not " + maxBytes);
    }
  }

  /// Some content, whoever keeps it.
  ///
  /// @param ordinal the store's name for it, lower for what was begun earlier
  /// @param at when it was kept last, or begun
  public record Holding(long ordinal, long bytes, Instant at, Standing standing) {}

  /// What a sweep may do with content.
  public enum Standing {
    UNFINISHED,
    LOOSE,
    PINNED
  }

  /// @param all in any order
  /// @return what to drop, oldest first
  public List<Holding> dropped(List<Holding> all) {
    var oldestFirst = new ArrayList<>(all);
    oldestFirst.sort(Comparator.comparing(Holding::at).thenComparingLong(Holding::ordinal));
    long left = total(all);
    var dropped = new ArrayList<Holding>();
    for (var holding : oldestFirst) {
      if (isToGo(holding, left)) {
        left -= holding.bytes();
        dropped.add(holding);
      }
    }
    return List.copyOf(dropped);
  }

  private boolean isToGo(Holding holding, long left) {
    boolean old = holding.at().isBefore(before);
    return switch (holding.standing()) {
      case PINNED -> false;
      case UNFINISHED -> old;
      case LOOSE -> old || left > maxBytes;
    };
  }

  public static long total(List<Holding> all) {
    return all.stream().mapToLong(Holding::bytes).sum();
  }
}
