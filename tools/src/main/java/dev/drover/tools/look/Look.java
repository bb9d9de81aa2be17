package dev.drover.tools.look;

import java.util.NavigableMap;
import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;

/// A workspace as it was at one moment, without what is ignored in it.
///
/// @param entries by path, with slashes; the empty path is the workspace itself
/// @param missed paths that could not be looked at, or into: nobody knows what was there
/// @param exclusions what the repository leaves out besides its ignore files
record Look(NavigableMap<String, Seen> entries, NavigableSet<String> missed, String exclusions) {
  @Nullable Seen at(String path) {
    return entries.get(path);
  }

  /// Whether a path, or a folder above it, could not be looked at.
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
