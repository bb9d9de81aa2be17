package dev.drover.tools.search;

import dev.drover.tools.search.tree.PathOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;

/// The files that a search has found, in their order. Holds no more of them than are needed to show
/// one page; the others are counted.
///
/// Safe for use by several threads.
final class Tally {
  private final long wanted;
  private final TreeMap<String, Entry> first = new TreeMap<>(PathOrder.INSTANCE);
  private long held;
  private long rows;
  private long files;

  /// A file in the workspace.
  ///
  /// @param path the same as text, with slashes
  record Source(Path inside, String path) {}

  /// @param rows how many rows of the result it has
  /// @param lines how many of its lines match
  record Entry(Source source, long rows, long lines) {
    String path() {
      return source.path();
    }
  }

  /// @param wanted how many rows from the beginning of the result are needed
  Tally(long wanted) {
    this.wanted = wanted;
  }

  synchronized void add(Source source, long count, long lines) {
    if (held >= wanted && PathOrder.INSTANCE.compare(source.path(), first.lastKey()) > 0) {
      rows += count;
      files++;
      return;
    }
    var before = first.put(source.path(), new Entry(source, count, lines));
    // A folder that is moved during the search may be met twice.
    long known = before == null ? 0 : before.rows();
    files += before == null ? 1 : 0;
    rows += count - known;
    held += count - known;
    while (held - first.lastEntry().getValue().rows() >= wanted) {
      held -= first.pollLastEntry().getValue().rows();
    }
  }

  /// All rows that were found.
  synchronized long rows() {
    return rows;
  }

  /// All files that were found.
  synchronized long files() {
    return files;
  }

  synchronized List<Entry> first() {
    return List.copyOf(first.values());
  }
}
