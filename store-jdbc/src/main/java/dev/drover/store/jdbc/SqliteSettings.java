package dev.drover.store.jdbc;

import java.time.Duration;

/// How a store in a file behaves under load.
///
/// @param lockWait how long to wait for another process that is writing
/// @param queued how many calls may wait for the disk; further callers block
/// @param batch how many writes share a commit
/// @param readers number of concurrent reads
/// @param checkpointPages how many pages the log may hold before they are moved into the file:
///   larger values make pauses rarer and longer
/// @param maxPages how many pages of 4 KiB the file may have; [#NO_PAGE_LIMIT] for none
public record SqliteSettings(
    Duration lockWait, int queued, int batch, int readers, int checkpointPages, long maxPages) {
  public static final long NO_PAGE_LIMIT = 4_294_967_294L;
  public static final SqliteSettings DEFAULT =
      new SqliteSettings(Duration.ofSeconds(10), 1024, 512, 4, 10_000, NO_PAGE_LIMIT);

  public SqliteSettings {
    if (lockWait.isNegative()) {
      throw new IllegalArgumentException("lockWait: not negative, not " + lockWait);
    }
    requirePositive("queued", queued);
    requirePositive("batch", batch);
    requirePositive("readers", readers);
    requirePositive("checkpointPages", checkpointPages);
    requirePositive("maxPages", maxPages);
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException("%s: at least 1, not %d".formatted(name, value));
    }
  }

  public SqliteSettings withLockWait(Duration wait) {
    return new SqliteSettings(wait, queued, batch, readers, checkpointPages, maxPages);
  }

  public SqliteSettings withMaxPages(long pages) {
    return new SqliteSettings(lockWait, queued, batch, readers, checkpointPages, pages);
  }
}
