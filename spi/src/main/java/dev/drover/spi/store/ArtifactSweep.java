package dev.drover.spi.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Selects the content of an [ArtifactStore] to drop so that its limits hold.
///
/// Content that is older than the maximum age is dropped, then the oldest first, until the rest is
/// within the size limit. Pinned content is never dropped, so the limit may still be exceeded.
/// Unfinished uploads count towards the size, but are dropped only by age: they are still being
/// written, or their process died.
///
/// @param before content that was stored earlier is too old
/// @param maxBytes the total size of all content
public record ArtifactSweep(Instant before, long maxBytes) {
  public ArtifactSweep {
    if (maxBytes < 0) {
      throw new IllegalArgumentException("maxBytes: at least 0, not " + maxBytes);
    }
  }

  /// Some content, of any session.
  ///
  /// @param ordinal the store's id for it, lower for content that was begun earlier
  /// @param at when it was last stored, or begun
  public record StoredContent(long ordinal, long bytes, Instant at, ContentStatus standing) {}

  /// Whether a sweep may drop content.
  public enum ContentStatus {
    UNFINISHED,
    LOOSE,
    PINNED
  }

  /// @param all in any order
  /// @return the content to drop, oldest first
  public List<StoredContent> dropped(List<StoredContent> all) {
    var oldestFirst = new ArrayList<>(all);
    oldestFirst.sort(
        Comparator.comparing(StoredContent::at).thenComparingLong(StoredContent::ordinal));
    long left = total(all);
    var dropped = new ArrayList<StoredContent>();
    for (var content : oldestFirst) {
      if (isDropped(content, left)) {
        left -= content.bytes();
        dropped.add(content);
      }
    }
    return List.copyOf(dropped);
  }

  private boolean isDropped(StoredContent content, long left) {
    boolean old = content.at().isBefore(before);
    return switch (content.standing()) {
      case PINNED -> false;
      case UNFINISHED -> old;
      case LOOSE -> old || left > maxBytes;
    };
  }

  public static long total(List<StoredContent> all) {
    return all.stream().mapToLong(StoredContent::bytes).sum();
  }
}
