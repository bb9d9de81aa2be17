package dev.drover.tools.snapshot;

import java.util.NavigableMap;
import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;

/// A workspace at one moment, without ignored files.
///
/// @param entries by path, with slashes; the empty path is the workspace itself
/// @param missed paths that could not be read, so their state is unknown
/// @param exclusions rules of the repository in addition to its ignore files
record WorkspaceSnapshot(
    NavigableMap<String, SnapshotEntry> entries, NavigableSet<String> missed, String exclusions) {
  @Nullable SnapshotEntry at(String path) {
    return entries.get(path);
  }

  /// Whether a path, or a folder above it, could not be read.
  boolean hasMissed(String path) {
    if (missed.isEmpty()) {
      return false;
    }
    for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (missed.contains(path.substring(0, end))) {
        return true;
      }
    }
    return false;
  }
}
