package dev.drover.tools.change;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.tools.workspace.WorkspacePath;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The versions of files that the tools of one session last read or wrote. Lives as long as the
/// session is loaded; only the most recently used files are remembered.
///
/// Safe for use by many threads: read-only calls run in parallel.
public final class LastSeenFiles implements AutoCloseable {
  static final int MOST = 2_000;

  /// Keyed by the path with all links followed.
  private final Map<String, SeenVersion> files = new LinkedHashMap<>(16, 0.75f, true);

  /// @param content the digest of the whole content
  record SeenVersion(BlobId content, AccessKind by) {}

  enum AccessKind {
    READ,
    WRITTEN
  }

  public static LastSeenFiles of(ToolInvocation call) {
    return call.shared(LastSeenFiles.class, LastSeenFiles::new);
  }

  public void read(WorkspacePath place, BlobId content) {
    var before = last(place);
    // A file that this session wrote and then read unchanged still counts as written by it.
    if (before.isEmpty() || !before.get().content().equals(content)) {
      remember(place, new SeenVersion(content, AccessKind.READ));
    }
  }

  void wrote(WorkspacePath place, BlobId content) {
    remember(place, new SeenVersion(content, AccessKind.WRITTEN));
  }

  synchronized void deleted(WorkspacePath place) {
    files.remove(place.path());
  }

  synchronized Optional<SeenVersion> last(WorkspacePath place) {
    return Optional.ofNullable(files.get(place.path()));
  }

  private synchronized void remember(WorkspacePath place, SeenVersion seen) {
    files.put(place.path(), seen);
    if (files.size() > MOST) {
      files.remove(files.keySet().iterator().next());
    }
  }

  @Override
  public synchronized void close() {
    files.clear();
  }
}
