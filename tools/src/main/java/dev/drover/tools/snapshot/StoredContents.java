package dev.drover.tools.snapshot;

import dev.drover.kernel.value.BlobId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Contents that are already in the store, so that unchanged files are not read again.
///
/// May be used by any thread.
final class StoredContents {
  /// A change within one tick of a file system's clock is not visible in its times. The coarsest
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

  /// @param stat read before the content
  /// @param now read before `stat`
  void add(String path, FileStat stat, BlobId name, Instant now) {
    if (stat.isOlderThan(now.minus(TICK))) {
      contents.put(path, new Content(stat, name));
    } else {
      contents.remove(path);
    }
  }

  /// Forgets everything: the journal does not refer to these contents, so the store may delete
  /// them.
  void forget() {
    contents.clear();
  }

  /// Forgets deleted files when it holds more files than exist.
  void retain(Set<String> paths) {
    if (contents.size() > paths.size()) {
      contents.keySet().retainAll(paths);
    }
  }
}
