package dev.drover.tools.look;

import dev.drover.kernel.BlobId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Which contents are in the store already, so that a file that was not touched is not read again.
///
/// May be used by any thread.
final class Known {
  /// A change within one tick of a file system's clock does not show in its times. The coarsest
  /// clock in use ticks every two seconds.
  private static final Duration TICK = Duration.ofSeconds(2);

  private final Map<String, Content> contents = new ConcurrentHashMap<>();

  private record Content(FileStat stat, BlobId name) {}

  Optional<BlobId> find(String path, FileStat stat) {
    var content = contents.get(path);
    return content != null && content.stat().equals(stat)
        ? Optional.of(content.name())
        : Optional.empty();
  }

  /// @param stat from before the content was read
  /// @param now from before that
  void add(String path, FileStat stat, BlobId name, Instant now) {
    if (stat.isOlderThan(now.minus(TICK))) {
      contents.put(path, new Content(stat, name));
    } else {
      contents.remove(path);
    }
  }

  /// Forgets everything: nobody names it in the journal, so it may go from the store.
  void forget() {
    contents.clear();
  }

  /// Forgets what is not there any more, as soon as it is worth the time.
  void retain(Set<String> paths) {
    if (contents.size() > paths.size()) {
      contents.keySet().retainAll(paths);
    }
  }
}
